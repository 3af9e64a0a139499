/* generate_paths.py 766 */
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
atomic_int y = 2;
atomic_int z = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int v0 = (int)(long)argument;
    if (!v0) {
        pthread_mutex_lock(&lock_a);
        x = v0;
        pthread_mutex_lock(&lock_b);
        x = v0;
        pthread_mutex_unlock(&lock_b);
        pthread_mutex_unlock(&lock_a);
        x = 2 + v0;
    }
    z = v0 ^ 0;
    assert(!(y == 0));
    int in1 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in1 >= 0 && in1 <= 2);
    int v1 = atomic_exchange(&z, v0);
    switch (y) {
    case 0: {
        x = x + (z + in1);
    }
        break;
    case 1: {
        y = v0;
    }
        break;
    default: {
        x = 1;
    }
        break;
    }
    return argument;
}

int main(void)
{
    pthread_t t1;
    _Bool in0 = __VERIFIER_nondet_bool();
    y = in0;
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    for (int v2 = 0; (v2 < 2) && (in0 != x); v2++) {
        if (v2 == 1) {
            int v3 = atomic_exchange(&y, v2);
        }
    }
    pthread_join(t1, NULL);
    assert(!(x == 4 && y == 0));
    if (in0 == 0 && x == 4) {
        reach_error();
    }
    return 0;
}
