/* generate_paths.py 591 */
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
int y = 0;
int z = 2;
atomic_int flag = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    x = 0;
    switch (x) {
    case 0: {
        z = 6 / x;
    }
        break;
    }
    if (y > 1) {
        reach_error();
    }
    int v0 = x;
    int v1 = v0;
    if (y > 2) {
        flag = 1;
    }
    assert(!(v1 == 2 && y == 0));
    return argument;
}

void *thread_2(void *argument)
{
    int v2 = (int)(long)argument;
    z = v2;
    if (z == -1) {
        reach_error();
    }
    y = z;
    while (!flag) {
    }
    int v3 = atomic_exchange(&x, v2);
    for (int v4 = 0; (v4 < v3) && (v4 < 2); v4++) {
        if (x == 2) {
            z = (x == 0) ? v4 : v3;
        }
    }
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    _Bool in0 = __VERIFIER_nondet_bool();
    z = z + (in0 + 0);
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, (void *)(long)in0);
    if (in0 < 1) {
        y = y + in0;
    } else {
        x = 2;
    }
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    if (1) {
        reach_error();
    }
    assert(0);
    return 0;
}
