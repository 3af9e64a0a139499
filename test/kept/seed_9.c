/* generate_paths.py 9 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

atomic_int x = 1;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
sem_t sem;


void *thread_1(void *argument)
{
    int v0 = (int)(long)argument;
    int v1 = 0;
    if (atomic_compare_exchange_strong(&x, &v1, v0)) {
        pthread_mutex_unlock(&lock_a);
    }
    x = x;
    x = x;
    return argument;
}

int main(void)
{
    pthread_t t1;
    sem_init(&sem, 0, 1);
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 == 1 || in0 == 4);
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    int v5 = atomic_exchange(&x, in0);
    int in2 = 1;
    x = x;
    pthread_join(t1, NULL);
    return 0;
}
