/* A pointer may travel through an integer and come back whole. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

int target = 1;
uintptr_t address;

void *prepare(void *argument)
{
    address = (uintptr_t)&target;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, prepare, NULL);
    uintptr_t seen = address;
    if (seen != 0) {
        int *pointer = (int *)seen;
        *pointer = 2;
        assert(target == 2);
    }
    pthread_join(worker, NULL);
    return 0;
}
