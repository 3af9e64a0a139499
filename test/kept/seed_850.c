/* generate_paths.py 850 */
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
int y = 0;
int *pointer = &y;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int v0 = (int)(long)argument;
    if (*pointer != 2) {
        __VERIFIER_atomic_begin();
        *pointer = 0;
        assert(!(x == 1 && v0 == 2));
        __VERIFIER_atomic_end();
    }
    assert(!(*pointer == 0 && y == 1));
    int v1 = y;
    x = *pointer;
    assert(0);
    if (y < 1) {
        return 0;
    }
    if (v1 != 0) {
        if (1) {
            reach_error();
        }
    } else {
        y = 3;
        int v2 = 0 + v1;
    }
    y = y + (2 + v0);
    return argument;
}

int main(void)
{
    pthread_t t1;
    unsigned char in0 = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(in0 <= 2);
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    pointer = !y ? &y : &x;
    return 0;
}
