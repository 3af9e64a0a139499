/* generate_paths.py 701 */
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
int y = 1;
int z = 0;
int flag = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    switch (z) {
    case 0: {
        int in0 = __VERIFIER_nondet_int();
        __VERIFIER_assume(in0 >= -1 && in0 <= 1);
    }
        break;
    }
    while (!flag) {
    }
    int v0 = 2;
    if (atomic_compare_exchange_strong(&x, &v0, 3)) {
        switch (z) {
        case 0: {
            if (x < 0) {
                y = y + (1 + 2);
            }
        }
            break;
        case 1: {
            y = 3;
        }
            break;
        }
    } else {
        z = z + 2;
    }
    return argument;
}

void *thread_2(void *argument)
{
    if (x < 1) {
        if (y == 2) {
            z = z + 2;
        }
    } else {
        z = z + (0 ^ 2);
    }
    if (x == 0) {
        flag = 1;
    }
    return argument;
}

void *thread_3(void *argument)
{
    if (x == 2) {
        x = x + (3 & 0);
        x = x + (0 & 1);
    } else {
        x = 2;
    }
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
    assert(!(z == 2));
    return 0;
}
