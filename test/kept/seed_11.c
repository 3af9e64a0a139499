/* generate_paths.py 11 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

atomic_int x = 1;
atomic_int y = 0;
int ready = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    pthread_mutex_lock(&lock_a);
    y = 3 & 1;
    y = 0 + y;
    pthread_mutex_unlock(&lock_a);
    pthread_mutex_lock(&lock_a);
    if (!ready) {
        pthread_cond_wait(&condition, &lock_a);
    }
    x = 3;
    pthread_mutex_unlock(&lock_a);
    x = 3;
    y = 1;
    return argument;
}

void *thread_2(void *argument)
{
    y = 2;
    if (x == 1) {
        int v0 = x;
        y = v0;
    }
    pthread_mutex_lock(&lock_a);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&lock_a);
    y = y + 0;
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    sem_init(&sem, 0, 0);
    _Bool in0 = __VERIFIER_nondet_bool();
    int in1 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in1 == 1 || in1 == 4);
    y = y + in1;
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(y == 2));
    if (x == 4) {
        reach_error();
    }
    return 0;
}
