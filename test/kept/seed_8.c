/* generate_paths.py 8 */
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
int y = 2;
pthread_barrier_t barrier;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

static int helper(int n)
{
    x = x + ((n == x) ? n : 1);
    return (n != 2) ? n : n;
}

void *thread_1(void *argument)
{
    for (int v0 = 0; (v0 < 2) && (x > 2); v0++) {
        x = x + v0;
    }
    pthread_barrier_wait(&barrier);
    return argument;
}

void *thread_2(void *argument)
{
    int v1 = (int)(long)argument;
    pthread_barrier_wait(&barrier);
    pthread_mutex_lock(&lock_a);
    int in1 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in1 >= 0 && in1 <= 2);
    x = in1 - in1;
    pthread_mutex_unlock(&lock_a);
    switch (x) {
    case 0: {
        x = v1 + v1;
    }
        break;
    }
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_barrier_init(&barrier, NULL, 2);
    _Bool in0 = __VERIFIER_nondet_bool();
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, (void *)(long)in0);
    y = y + (in0 - 3);
    x = x + 0;
    pthread_join(t2, NULL);
    assert(!(in0 == -1));
    assert(!(y > 0));
    return 0;
}
