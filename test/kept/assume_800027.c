/* generate_assume.py 800027 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <sched.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

int x, y, z, shut, inside, left = 1;
int *pointer;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER, lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_barrier_t barrier;
sem_t sem;
pthread_t t1, t2;

void *thread_1(void *argument)
{
    z = 1;
    z--;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(shut == 0 && inside == 0);
    shut = 1;
    __VERIFIER_atomic_end();
    pointer = &x;
    y = x + 1;
    __VERIFIER_atomic_begin();
    shut = 0;
    __VERIFIER_atomic_end();
    return argument;
}

void *thread_2(void *argument)
{
    z--;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(z > 0);
    __VERIFIER_atomic_end();
    if (z != 1) {
        reach_error();
    }
    y = x + 1;
    return argument;
}

int main(void)
{
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_join(t1, NULL);
    assert(0);
    assert(0);
    return 0;
}
