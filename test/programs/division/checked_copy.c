/* The divisor is read once, checked and used. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int parts = 2;
int share;

void *reset(void *argument)
{
    parts = 0;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, reset, NULL);
    int divisor = parts;
    if (divisor != 0) {
        share = 100 / divisor;
    }
    pthread_join(worker, NULL);
    assert(share == 0 || share == 50);
    return 0;
}
