/* generate_paths.py 859 */
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

atomic_int x = 2;
atomic_int y = 0;
atomic_int z = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int *cell = argument;
    int v0 = x;
    __VERIFIER_atomic_begin();
    y = z;
    assert(!(v0 == 1));
    __VERIFIER_atomic_end();
    int v1 = v0;
    int v2 = v1;
    *cell = 3 ^ v1;
    for (int v3 = 0; (v3 < 2) && !z; v3++) {
        __VERIFIER_atomic_begin();
        *cell = v0;
        __VERIFIER_atomic_end();
    }
    z = v0;
    y = y + v0;
    return argument;
}

int main(void)
{
    int number = 0;
    int *cell = &number;
    pthread_t t1;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 == 1 || in0 == 4);
    y = *cell & in0;
    pthread_create(&t1, NULL, thread_1, cell);
    _Bool in1 = __VERIFIER_nondet_bool();
    z = in1 - in1;
    assert(!(z == 0 && *cell == 2));
    if (in0 == 1 && *cell == 2) {
        reach_error();
    }
    return 0;
}
