/* generate_paths.py 670 */
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
atomic_int y = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int in1 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in1 >= 0 && in1 <= 2);
    if ((x != 2) || (y != 2)) {
        if (y == 2) {
            assert(!(in1 == 1 && x == 0));
            x = in1;
        }
        y = 3;
    }
    return argument;
}

void *thread_2(void *argument)
{
    if (!y && (x != 2)) {
        if (x > 0) {
            switch (y) {
            case 0: {
                y = 3;
            }
                break;
            case 1: {
                y = y + 1;
            }
                break;
            default: {
                x = x + ((y == 0) ? 3 : 0);
            }
                break;
            }
        }
    }
    return argument;
}

void *thread_3(void *argument)
{
    int v0 = (int)(long)argument;
    y = y + v0;
    if (x > 0) {
        return 0;
    }
    int in2 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in2 == 1 || in2 == 4);
    switch (x) {
    case 0: {
        x = 3 + 2;
    }
        break;
    default: {
        x = in2 + v0;
    }
        break;
    }
    return argument;
}

int main(void)
{
    pthread_t t1, t2, t3;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 == 1 || in0 == 4);
    y = y + in0;
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_create(&t3, NULL, thread_3, (void *)(long)in0);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
