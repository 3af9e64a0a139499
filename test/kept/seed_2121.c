/* generate_paths.py 2121 */
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
int z = 0;
pthread_barrier_t barrier;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int *cell = argument;
    for (int v0 = 0; (v0 < 2) && (1 > 3); v0++) {
        pthread_rwlock_rdlock(&rwlock);
        pthread_rwlock_unlock(&rwlock);
    }
    pthread_barrier_wait(&barrier);
    return argument;
}

void *thread_2(void *argument)
{
    int *cell = argument;
    pthread_mutex_lock(&lock_a);
    assert(!(z > 0));
    pthread_mutex_unlock(&lock_a);
    pthread_barrier_wait(&barrier);
    return argument;
}

void *thread_3(void *argument)
{
    int *cell = argument;
    int v1 = 0;
    pthread_mutex_lock(&lock_a);
    *cell = v1;
    pthread_mutex_unlock(&lock_a);
    return argument;
}

int main(void)
{
    int number = 0;
    int *cell = &number;
    pthread_t t1, t2, t3;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t1, NULL, thread_1, cell);
    pthread_create(&t2, NULL, thread_2, cell);
    pthread_create(&t3, NULL, thread_3, cell);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(z > 0));
    return 0;
}
