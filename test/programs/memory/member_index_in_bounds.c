/* All indices are inside their arrays, the address behind the last element is taken and not used, and an array of one
   element at the end of a structure has as many as were allocated. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct queue {
    int slots[3];
    int count;
};

struct text {
    int length;
    char bytes[1];
};

struct queue queue;
int table[2][3];
int end = 1;

void *work(void *argument)
{
    int last = end;
    queue.slots[last] = 1;
    table[last - 1][2] = queue.slots[last] ? 5 : table[1][last];
    int *behind = &queue.slots[3];
    assert(behind - queue.slots == 3);
    struct text *text = malloc(sizeof *text + 4);
    for (text->length = 0; text->length < 4; text->length++) {
        text->bytes[text->length] = 'a';
    }
    free(text);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    end = 2;
    pthread_join(worker, NULL);
    return 0;
}
