/*
 * An atomic section that finds a lock taken waits in the middle, and others see what it has done so far. If the lock is
 * free, they never do: so a section that takes it behind its release may also come before that.
 */
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int middle, steps, others;

void *hold(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

void *pass(void *argument)
{
    steps = 1;
    steps = 2;
    steps = 3;
    __VERIFIER_atomic_begin();
    middle = 1;
    pthread_mutex_lock(&lock);
    middle = 0;
    pthread_mutex_unlock(&lock);
    __VERIFIER_atomic_end();
    return argument;
}

void *look(void *argument)
{
    others = 1;
    others = 2;
    others = 3;
    others = 4;
    if (middle == 1) {
        pthread_mutex_lock(&lock);
        reach_error();
    }
    return argument;
}

int main(void)
{
    pthread_t holder, passer, looker;
    pthread_create(&holder, NULL, hold, NULL);
    pthread_create(&passer, NULL, pass, NULL);
    pthread_create(&looker, NULL, look, NULL);
    pthread_join(holder, NULL);
    pthread_join(passer, NULL);
    pthread_join(looker, NULL);
    return 0;
}
