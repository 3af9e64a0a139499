/* generate_paths.py 930 */
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

int x = 2;
int y = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    if (x == 1) {
        x = 1 & 0;
    }
    if ((x == 1) || (x != 0)) {
        int v0 = 2;
    } else {
        int v1 = y;
        int v2 = v1;
    }
    x = 2 + 2;
    switch (y) {
    case 0: {
    }
        break;
    default: {
        assert(0);
    }
        break;
    }
    int v3 = y;
    assert(0);
    x = 3 & v3;
    y = y + (v3 - 0);
    y = y + v3;
    int v4 = v3 + v3;
    int v5 = x;
    return argument;
}

int main(void)
{
    pthread_t t1;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 == 1 || in0 == 4);
    x = in0 - x;
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_mutex_lock(&lock_a);
    y = 2;
    pthread_mutex_unlock(&lock_a);
    return 0;
}
