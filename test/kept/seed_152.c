/* generate_paths.py 152 */
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

atomic_int x = 0;
atomic_int y = 1;
atomic_int flag = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int v0 = 1;
    while (!flag) {
    }
    sem_post(&sem);
    x = 1 + v0;
    return argument;
}

void *thread_2(void *argument)
{
    y = 2 + y;
    y = 2;
    x = y;
    while (!flag) {
    }
    return argument;
}

void *thread_3(void *argument)
{
    int v1 = (int)(long)argument;
    assert(!(x > 1));
    if (!y) {
        flag = 1;
    }
    x = x + (v1 + v1);
    return argument;
}

int main(void)
{
    pthread_t t1, t2, t3;
    sem_init(&sem, 0, 0);
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 == 1 || in0 == 4);
    y = in0 + in0;
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_create(&t3, NULL, thread_3, (void *)(long)in0);
    sem_wait(&sem);
    int v2 = x;
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    if (1) {
        reach_error();
    }
    return 0;
}
