/* generate_paths.py 123 */
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

unsigned char x = 2;
atomic_int y = 0;
int flag = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_3(void *argument)
{
    int *cell = argument;
    switch (y) {
    case 0: {
        __VERIFIER_assume(y > 1);
    }
        break;
    case 1: {
        y = y + 2;
    }
        break;
    }
    while (!flag) {
    }
    return argument;
}

void *thread_1(void *argument)
{
    int *cell = argument;
    y = y + (*cell + 0);
    return argument;
}

void *thread_2(void *argument)
{
    int *cell = argument;
    pthread_t t3;
    pthread_create(&t3, NULL, thread_3, cell);
    assert(!(y == -4));
    int v0 = y;
    flag = 1;
    return argument;
}

int main(void)
{
    int number = 0;
    int *cell = &number;
    pthread_t t1, t2;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= -1 && in0 <= 1);
    y = y + (x ^ in0);
    pthread_create(&t1, NULL, thread_1, cell);
    pthread_create(&t2, NULL, thread_2, cell);
    pthread_join(t2, NULL);
    assert(!(in0 > 1));
    return 0;
}
