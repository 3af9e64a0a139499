/* generate_paths.py 959 */
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
atomic_int y = 2;
int z = 1;
int flag = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

static int helper(int n)
{
    int v0 = n;
    z = (v0 == 1) ? v0 : n;
    return n - v0;
}

void *thread_1(void *argument)
{
    int v1 = y;
    if (x == 1) {
        sem_post(&sem);
    } else {
        y = y + (v1 + v1);
    }
    while (!flag) {
    }
    return argument;
}

void *thread_2(void *argument)
{
    int v2 = atomic_exchange(&x, 3);
    if (!z) {
        flag = 1;
    }
    y = v2 + v2;
    int v3 = atomic_exchange(&x, v2);
    return argument;
}

void *thread_3(void *argument)
{
    if (x > 1) {
        z = z + (0 - 1);
    }
    while (!flag) {
    }
    return argument;
}

int main(void)
{
    pthread_t t1, t2, t3;
    sem_init(&sem, 0, 1);
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_create(&t3, NULL, thread_3, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(!(y > 5));
    if (1) {
        reach_error();
    }
    return 0;
}
