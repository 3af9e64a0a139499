/* An address put together from two halves, of which one thread sees only the first. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

int target = 1;
uintptr_t base, offset;

void *prepare(void *argument)
{
    base = 64;
    offset = (uintptr_t)&target - 64;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, prepare, NULL);
    uintptr_t low = base;
    if (low != 0) {
        int *pointer = (int *)(low + offset);
        *pointer = 2;
    }
    pthread_join(worker, NULL);
    return 0;
}
