/* The worker makes up to 3 rounds and ends early when it is told to. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

volatile int stop;
int rounds, handled;

void *worker(void *argument)
{
    int limit = __VERIFIER_nondet_int();
    __VERIFIER_assume(limit <= 3);
    while (rounds < limit) {
        if (stop) {
            break;
        }
        rounds++;
    }
    handled = 1;
    return argument;
}

void *interrupt(void *argument)
{
    stop = 1;
    assert(rounds <= 3);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, worker, NULL);
    pthread_create(&threads[1], NULL, interrupt, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(handled);
    return 0;
}
