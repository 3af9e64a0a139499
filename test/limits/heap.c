// A list of many blocks, all of which become shared at once, and a copy of a large one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
enum { NODES = 100000, SIZE = 1 << 26 };
typedef struct Node {
    struct Node *next;
    int value;
} Node;
static Node *shared;
static char *copied;
static void *walk(void *argument)
{
    long sum = 0;
    for (Node *node = shared; node; node = node->next)
        sum += node->value;
    assert(sum == NODES);
    return argument;
}
int main(void)
{
    pthread_t thread;
    Node *first = NULL;
    for (int i = 0; i < NODES; i++) {
        Node *node = malloc(sizeof *node);
        *node = (Node){first, 1};
        first = node;
    }
    char *from = calloc(SIZE, 1), *to = malloc(SIZE);
    memcpy(to, from, SIZE);
    memset(from, 1, SIZE);
    copied = to;
    shared = first;
    pthread_create(&thread, NULL, walk, NULL);
    copied[SIZE - 1] = 1;
    pthread_join(thread, NULL);
}
