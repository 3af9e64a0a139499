/* generate_paths.py 2 */
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

int x = 0;
atomic_int y = 0;
atomic_int z = 0;
pthread_barrier_t barrier;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    pthread_barrier_wait(&barrier);
    y = 1 ^ 2;
    int in2 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in2 >= -1 && in2 <= 1);
    int v0 = 3 - in2;
    switch (z) {
    case 0: {
        z = in2 - 3;
    }
        break;
    case 1: {
        y = v0 & v0;
    }
        break;
    }
    return argument;
}

void *thread_2(void *argument)
{
    int v1 = (int)(long)argument;
    pthread_mutex_lock(&lock_a);
    y = 3 + v1;
    pthread_mutex_unlock(&lock_a);
    pthread_barrier_wait(&barrier);
    return argument;
}

void *thread_3(void *argument)
{
    pthread_mutex_lock(&lock_a);
    int v2 = atomic_exchange(&y, 0);
    pthread_mutex_unlock(&lock_a);
    return argument;
}

int main(void)
{
    pthread_t t1, t2, t3;
    pthread_barrier_init(&barrier, NULL, 2);
    unsigned char in0 = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(in0 <= 2);
    int in1 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in1 >= -1 && in1 <= 1);
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, (void *)(long)in1);
    pthread_create(&t3, NULL, thread_3, NULL);
    if (in1 == 2) {
        z = z + (y + 2);
    }
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    if (x == -1) {
        reach_error();
    }
    assert(!(x == -1));
    return 0;
}
