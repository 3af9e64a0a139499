/* generate_paths.py 5 */
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

int x = 1;
atomic_int y = 2;
int z = 2;
pthread_barrier_t barrier;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int *cell = argument;
    int in1 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in1 == 1 || in1 == 4);
    x = in1 & in1;
    pthread_barrier_wait(&barrier);
    assert(!(in1 == 0));
    assert(!(y == 1));
    z = in1;
    int v0 = *cell;
    pthread_mutex_lock(&lock_a);
    int in2 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in2 >= 0 && in2 <= 2);
    if (in2 == 2) {
        if (in2 != 0) {
            z = (y != in2) ? 2 : 3;
        } else {
            x = x + in2;
        }
        z = v0 + v0;
    } else {
        x = v0 ^ 2;
    }
    *cell = *cell + 0;
    pthread_mutex_unlock(&lock_a);
    return argument;
}

void *thread_2(void *argument)
{
    int *cell = argument;
    assert(!(*cell == 1 && y == 3));
    pthread_barrier_wait(&barrier);
    if (y < 2) {
        if (pthread_mutex_trylock(&lock_a) == 0) {
            int in3 = __VERIFIER_nondet_int();
            __VERIFIER_assume(in3 == 1 || in3 == 4);
            int v1 = atomic_exchange(&y, in3);
            z = in3;
            pthread_mutex_unlock(&lock_a);
        }
    }
    return argument;
}

int main(void)
{
    int number = 0;
    int *cell = &number;
    pthread_t t1, t2;
    pthread_barrier_init(&barrier, NULL, 2);
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 1);
    pthread_create(&t1, NULL, thread_1, cell);
    pthread_create(&t2, NULL, thread_2, cell);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    if (in0 == 2) {
        reach_error();
    }
    assert(!(*cell > 0));
    return 0;
}
