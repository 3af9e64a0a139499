/* generate_paths.py 822 */
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
int z = 2;
int table[3] = {1, 1, 0};
int flag = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int v0 = (int)(long)argument;
    sem_wait(&sem);
    while (!flag) {
    }
    table[v0] = x + v0;
    return argument;
}

void *thread_2(void *argument)
{
    int v1 = (int)(long)argument;
    y = y + (6 / y);
    while (!flag) {
    }
    return argument;
}

void *thread_3(void *argument)
{
    int v2 = (int)(long)argument;
    flag = 1;
    x = x + v2;
    return argument;
}

int main(void)
{
    pthread_t t1, t2, t3;
    sem_init(&sem, 0, 1);
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 1);
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    pthread_create(&t2, NULL, thread_2, (void *)(long)in0);
    pthread_create(&t3, NULL, thread_3, (void *)(long)in0);
    pthread_join(t1, NULL);
    pthread_join(t3, NULL);
    assert(!(in0 > 0));
    return 0;
}
