/*
 * An atomic section waits for the end of a thread, and others see the middle of it; if that thread has ended before,
 * they do not. What it did last touches nothing that the section does.
 */
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

pthread_t worker;
int middle, result;

void *work(void *argument)
{
    result = 1;
    return argument;
}

void *wait(void *argument)
{
    __VERIFIER_atomic_begin();
    middle = 1;
    pthread_join(worker, NULL);
    middle = 0;
    __VERIFIER_atomic_end();
    return argument;
}

void *look(void *argument)
{
    if (middle == 1) {
        reach_error();
    }
    return argument;
}

int main(void)
{
    pthread_t waiter, looker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&waiter, NULL, wait, NULL);
    pthread_create(&looker, NULL, look, NULL);
    pthread_join(waiter, NULL);
    pthread_join(looker, NULL);
    return 0;
}
