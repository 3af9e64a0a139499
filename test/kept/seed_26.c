/* generate_paths.py 26 */
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
atomic_int y = 1;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int v0 = (int)(long)argument;
    y = x + 2;
    int in1 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in1 >= 0 && in1 <= 1);
    int v1 = v0 ^ x;
    int in2 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in2 == 1 || in2 == 4);
    y = in2 + in2;
    __VERIFIER_atomic_begin();
    y = v0 & in1;
    __VERIFIER_atomic_end();
    pthread_mutex_lock(&lock_a);
    if (x == 2) {
        reach_error();
    }
    if (y > 2) {
        pthread_mutex_unlock(&lock_a);
    }
    return argument;
}

int main(void)
{
    pthread_t t1;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 2);
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    if ((y > 1) || (in0 != 2)) {
        x = x + in0;
    } else {
        y = in0 & in0;
    }
    pthread_join(t1, NULL);
    return 0;
}
