/* generate_paths.py 86 */
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

atomic_int x = 1;
int y = 1;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    x = x;
    x = x + (3 + 0);
    int v0 = 2;
    if (atomic_compare_exchange_strong(&x, &v0, 0)) {
        pthread_mutex_lock(&lock_a);
        int v1 = atomic_exchange(&x, 0);
        pthread_mutex_unlock(&lock_a);
        x = 1;
    }
    return argument;
}

int main(void)
{
    pthread_t t1;
    _Bool in0 = __VERIFIER_nondet_bool();
    unsigned char in1 = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(in1 <= 2);
    y = y + (in1 + in0);
    pthread_create(&t1, NULL, thread_1, NULL);
    x = x + (0 + in1);
    if ((in0 < 2) && (in1 < 2)) {
        x = in1 + in1;
    }
    pthread_join(t1, NULL);
    if (in0 == -1 && in1 == 1) {
        reach_error();
    }
    return 0;
}
