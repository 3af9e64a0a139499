/* generate.py 20276 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x = 2;
int y = 2;
atomic_int z = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_barrier_t barrier;
sem_t sem_a;
sem_t sem_b;

void *thread_1(void *argument)
{
    y = 0 - 3;
    int r1_2 = atomic_fetch_add(&z, 1 + 4);
    y = r1_2;
    atomic_store(&z, r1_2);
    return argument;
}

void *thread_2(void *argument)
{
    sem_wait(&sem_a);
    int r2_1 = x;
    sem_post(&sem_a);
    return argument;
}

void *thread_3(void *argument)
{
    x = 2 + 2;
    sem_wait(&sem_a);
    int r3_2 = atomic_load(&z);
    int r3_3 = x;
    return argument;
}

int main(void)
{
    pthread_t t1, t2, t3;
    sem_init(&sem_a, 0, 0);
    sem_init(&sem_b, 0, 0);
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_create(&t3, NULL, thread_3, NULL);
    int r0_1 = y;
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    int r0_2 = y;
    int r0_3 = x;
    return 0;
}
