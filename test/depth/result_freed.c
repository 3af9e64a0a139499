/*
 * Jobs that are handed out one after the other, each to a thread that returns its result in a block of the heap. For one
 * result it frees the block itself.
 */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void *work(void *unused)
{
    (void)unused;
    int *result = malloc(sizeof *result);
    if (!result) {
        abort();
    }
    *result = __VERIFIER_nondet_int();
    if (*result == 1234567) {
        free(result);
    }
    return result;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t worker;
        void *result;
        pthread_create(&worker, NULL, work, NULL);
        pthread_join(worker, &result);
        free(result);
    }
    return 0;
}
