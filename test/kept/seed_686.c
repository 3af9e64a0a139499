/* generate_paths.py 686 */
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
int z = 0;
pthread_barrier_t barrier;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_2(void *argument)
{
    int *cell = argument;
    if (*cell > 3) {
        return 0;
    }
    pthread_barrier_wait(&barrier);
    for (int v1 = 0; (v1 < 2) && (z == 2); v1++) {
        pthread_rwlock_rdlock(&rwlock);
        x = *cell;
        pthread_rwlock_unlock(&rwlock);
    }
    return argument;
}

void *thread_1(void *argument)
{
    int *cell = argument;
    int v0 = atomic_fetch_add(&y, 3);
    *cell = *cell + (2 + v0);
    if ((v0 < 2) && !x) {
        z = *cell;
    }
    if (v0 == 1 && x == 0) {
        reach_error();
    }
    pthread_t t2;
    pthread_create(&t2, NULL, thread_2, cell);
    pthread_barrier_wait(&barrier);
    if (y < 1) {
        x = x + (v0 & v0);
    }
    return argument;
}

int main(void)
{
    int number = 0;
    int *cell = &number;
    pthread_t t1;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t1, NULL, thread_1, cell);
    if ((x > 3) && (*cell == 0)) {
        y = y + 2;
    }
    pthread_join(t1, NULL);
    return 0;
}
