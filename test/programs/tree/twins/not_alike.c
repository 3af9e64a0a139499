/* Threads that run the same function, but not with the same, or not from the same moment on. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int first, moment;

static void *work(void *argument)
{
    int nobody = 0, mark = 1;
#ifdef ARGUMENT
    mark = argument ? 2 : 1;
#else
    mark = 1 + atomic_load(&moment);
#endif
    atomic_compare_exchange_strong(&first, &nobody, mark);
    return argument;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, work, 0);
#ifndef ARGUMENT
    atomic_store(&moment, 1);
#endif
    pthread_create(&other, 0, work,
#ifdef ARGUMENT
                   &one
#else
                   0
#endif
    );
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(first == 1);
    return 0;
}
