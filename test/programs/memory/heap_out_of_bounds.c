/* The length grows before the block does. */
#include <pthread.h>
#include <stdlib.h>

struct vector {
    int length;
    int *items;
};

struct vector vector;

void *grow(void *argument)
{
    vector.length = 2;
    return argument;
}

int main(void)
{
    pthread_t worker;
    int *items = malloc(sizeof(int));
    items[0] = 0;
    vector.length = 1;
    vector.items = items;
    pthread_create(&worker, NULL, grow, NULL);
    int last = vector.length - 1;
    vector.items[last] = 7;
    pthread_join(worker, NULL);
    free(vector.items);
    return 0;
}
