/* generate_paths.py 32 */
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
atomic_int z = 0;
int *pointer = &y;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    if (z > 2) {
        reach_error();
    }
    return argument;
}

void *thread_2(void *argument)
{
    pthread_mutex_lock(&lock_a);
    int v0 = atomic_exchange(&z, 0);
    pthread_mutex_unlock(&lock_a);
    return argument;
}

void *thread_3(void *argument)
{
    int in2 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in2 >= 0 && in2 <= 2);
    z = in2;
    int v1 = in2;
    int v2 = z + 0;
    return argument;
}

int main(void)
{
    pthread_t t1, t2, t3;
    _Bool in0 = __VERIFIER_nondet_bool();
    int in1 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in1 >= 0 && in1 <= 2);
    *pointer = *pointer + in1;
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_create(&t3, NULL, thread_3, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    if (in0 == 2) {
        reach_error();
    }
    assert(!(z == 3));
    return 0;
}
