/* The handler is removed again between the look and the call. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int log_count;
void (*volatile handler)(void);

void log_it(void)
{
    log_count++;
}

void *install(void *argument)
{
    int verbose = __VERIFIER_nondet_int();
    if (verbose > 0) {
        handler = log_it;
        handler = NULL;
    }
    return argument;
}

void *call(void *argument)
{
    if (handler != NULL) {
        handler();
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, install, NULL);
    pthread_create(&threads[1], NULL, call, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(log_count <= 1);
    return 0;
}
