/* generate_paths.py 10 */
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
int y = 0;
pthread_barrier_t barrier;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int v0 = (int)(long)argument;
    pthread_barrier_wait(&barrier);
    pthread_mutex_lock(&lock_a);
    y = y + (((x == 1) || (y > 0)) ? 2 : x);
    pthread_mutex_unlock(&lock_a);
    return argument;
}

void *thread_2(void *argument)
{
    int v1 = x;
    pthread_mutex_lock(&lock_a);
    pthread_mutex_lock(&lock_b);
    if (v1 == -1 && y == 1) {
        reach_error();
    }
    if (!v1) {
        pthread_mutex_unlock(&lock_b);
    }
    pthread_mutex_unlock(&lock_a);
    pthread_barrier_wait(&barrier);
    pthread_mutex_lock(&lock_a);
    for (int v2 = 0; (v2 < v1) && (v2 < 2); v2++) {
        int v3 = 2 + v1;
    }
    pthread_mutex_unlock(&lock_a);
    __VERIFIER_assume(v1 == 0);
    x = (y != 2) ? v1 : 0;
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_barrier_init(&barrier, NULL, 2);
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 2);
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
