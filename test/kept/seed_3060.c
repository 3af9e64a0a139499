/* generate_paths.py 3060 */
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

int x = 1;
atomic_int y = 2;
pthread_barrier_t barrier;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    y = 0;
    if (!y) {
        y = 2 ^ 1;
    } else {
        int in0 = __VERIFIER_nondet_int();
        __VERIFIER_assume(in0 >= 0 && in0 <= 1);
        pthread_mutex_lock(&lock_a);
        for (int v0 = 0; v0 < in0; v0++) {
            int v1 = x;
        }
        pthread_mutex_unlock(&lock_a);
        y = (in0 == 0) ? in0 : in0;
    }
    pthread_barrier_wait(&barrier);
    return argument;
}

void *thread_2(void *argument)
{
    int v2 = 0 - 0;
    int v3 = v2;
    y = y + (v2 & y);
    pthread_barrier_wait(&barrier);
    if (y == 1) {
        reach_error();
    }
    if (v3 == 0) {
        if (v3 == -1) {
            reach_error();
        }
    }
    y = y + v3;
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
