/* A signal in an atomic section wakes one of the waiters, any of them: perhaps the second. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void __VERIFIER_assume(int);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int numbers[] = {1, 2};
int waiting, woken;

void *wait(void *number)
{
    pthread_mutex_lock(&lock);
    waiting++;
    pthread_cond_wait(&condition, &lock);
    woken = *(int *)number;
    pthread_mutex_unlock(&lock);
    return NULL;
}

void __VERIFIER_atomic_wake_one(void)
{
    __VERIFIER_assume(waiting == 2);
    pthread_cond_signal(&condition);
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, wait, &numbers[0]);
    pthread_create(&second, NULL, wait, &numbers[1]);
    __VERIFIER_atomic_wake_one();
    pthread_mutex_lock(&lock);
    assert(woken != 2);
    pthread_mutex_unlock(&lock);
    return 0;
}
