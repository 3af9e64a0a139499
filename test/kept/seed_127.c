/* generate_paths.py 127 */
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
int y = 1;
atomic_int flag = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    x = x + 2;
    if (x == 1) {
        flag = 1;
    }
    return argument;
}

void *thread_2(void *argument)
{
    _Bool in0 = __VERIFIER_nondet_bool();
    __VERIFIER_assume(in0 != 0);
    int v0 = in0;
    y = in0 & v0;
    int in1 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in1 >= 0 && in1 <= 1);
    int v1 = v0 ^ in0;
    if ((v1 == 2) || !x) {
        x = x + (v0 - v1);
    }
    return argument;
}

void *thread_3(void *argument)
{
    x = 1;
    y = 0 & 0;
    while (!flag) {
    }
    return argument;
}

int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_create(&t3, NULL, thread_3, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(!(y == 1));
    assert(!(x == 2));
    return 0;
}
