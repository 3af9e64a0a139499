/* The block is as long as the greatest length anybody can see. */
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
    vector.length = 1;
    vector.items = calloc(2, sizeof(int));
    pthread_create(&worker, NULL, grow, NULL);
    int last = vector.length - 1;
    vector.items[last] = 7;
    pthread_join(worker, NULL);
    free(vector.items);
    return 0;
}
