// What a structure has between its members may be anything after an assignment, also where it was 0 before.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    int small;
    long large;
};

static struct pair *first, *second;

static void *compare(void *unused)
{
    assert(memcmp(first, second, sizeof *first) == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct pair *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    *a = (struct pair){.small = 1, .large = 2};
    b->small = 1;
    b->large = 2;
    first = a;
    second = b;
    pthread_create(&thread, NULL, compare, NULL);
    pthread_join(thread, NULL);
    return 0;
}
