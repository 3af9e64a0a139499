/* Two threads add as often as their inputs say, under a lock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int total, expected;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *add(void *argument)
{
    int rounds = __VERIFIER_nondet_int();
    __VERIFIER_assume(rounds <= 2);
    for (int n = 0; n < rounds; n++) {
        pthread_mutex_lock(&lock);
        total++;
        expected++;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, add, NULL);
    pthread_create(&threads[1], NULL, add, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(total == expected);
    return 0;
}
