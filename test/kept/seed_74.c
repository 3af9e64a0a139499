/* generate_paths.py 74 */
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

static int helper(int n)
{
    for (int v0 = 0; (v0 < 2) && (n < 2); v0++) {
        switch (x) {
        case 0: {
            int v1 = v0;
        }
            break;
        default: {
            y = 2;
        }
            break;
        }
    }
    return n + n;
}

void *thread_2(void *argument)
{
    if (y == 2) {
        return 0;
    }
    if (pthread_mutex_trylock(&lock_a) == 0) {
        switch (y) {
        case 0: {
            y = 0 + 1;
        }
            break;
        default: {
            x = ((x != 2) && (x < 1)) ? 2 : 1;
        }
            break;
        }
        pthread_mutex_unlock(&lock_a);
    }
    return argument;
}

void *thread_1(void *argument)
{
    int v2 = (int)(long)argument;
    int v3 = helper(v2);
    int v4 = x;
    pthread_t t2;
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_join(t2, NULL);
    assert(!(x == 3));
    x = v2 + v4;
    y = (v2 == 1) ? v3 : v4;
    if (sem_trywait(&sem) == 0) {
        y = y + v4;
    }
    return argument;
}

int main(void)
{
    pthread_t t1;
    sem_init(&sem, 0, 0);
    _Bool in0 = __VERIFIER_nondet_bool();
    int in1 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in1 >= 0 && in1 <= 1);
    x = x + (in0 & in1);
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    if (!x || (x < 1)) {
        x = 2;
    } else {
        x = x + (0 + in1);
    }
    pthread_join(t1, NULL);
    if (in1 > 1) {
        reach_error();
    }
    assert(!(in1 == -1 && y == 3));
    return 0;
}
