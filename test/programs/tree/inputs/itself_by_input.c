/* Waiting for oneself is refused. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    if (__VERIFIER_nondet_int() == 123456)
        assert(pthread_join(pthread_self(), 0) != EDEADLK);
    pthread_join(thread, 0);
    return 0;
}
