/* generate_paths.py 6 */
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
unsigned char z = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int v0 = (int)(long)argument;
    int v1 = atomic_fetch_add(&y, v0);
    y = v1 + 3;
    y = y + v0;
    int v2 = 1;
    if (atomic_compare_exchange_strong(&y, &v2, v1)) {
        if (v1 == 1) {
            y = y + (3 + v1);
        }
    } else {
        if (!y) {
            y = y + v1;
        } else {
            y = v0;
        }
        y = v0;
    }
    return argument;
}

void *thread_2(void *argument)
{
    y = 1 - 1;
    y = 2;
    if ((y < 1) && (y < 2)) {
        y = 6 / y;
        y = y + (0 + 1);
    } else {
        y = y + (3 ^ 0);
    }
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 == 1 || in0 == 4);
    int in1 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in1 >= 0 && in1 <= 2);
    x = x + 0;
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(in0 == 0));
    assert(!(in1 == 0));
    return 0;
}
