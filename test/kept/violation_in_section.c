/* generate.py 40131 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x = 5;
atomic_int y = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_barrier_t barrier;

void *thread_1(void *argument)
{
    return argument;
}

void *thread_2(void *argument)
{
    int r2_2 = x;
    __VERIFIER_atomic_begin();
    assert(x > 0);
    x = r2_2;
    __VERIFIER_atomic_end();
    return argument;
}

void *thread_3(void *argument)
{
    x = x;
    x = 1;
    x += 0;
    return argument;
}

void *thread_4(void *argument)
{
    int r4_1 = atomic_exchange(&y, 4 + 2);
    x = r4_1;
    return argument;
}

int main(void)
{
    pthread_t t1, t2, t3, t4;
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_create(&t3, NULL, thread_3, NULL);
    pthread_create(&t4, NULL, thread_4, NULL);
    int r0_2 = y; pthread_join(t2,0);pthread_join(t3,0);pthread_join(t4,0);
    return 0;
}
