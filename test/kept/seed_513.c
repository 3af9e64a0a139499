/* generate_paths.py 513 */
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

int x = 0;
int y = 1;
unsigned char z = 2;
int table[3] = {2, 2, 0};
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_3(void *argument)
{
    x = 1;
    if (x < 3) {
        exit(0);
    }
    y = 1;
    return argument;
}

void *thread_1(void *argument)
{
    pthread_t t3;
    pthread_create(&t3, NULL, thread_3, NULL);
    pthread_join(t3, NULL);
    table[1] = 3;
    int v0 = y;
    assert(0);
    return argument;
}

void *thread_2(void *argument)
{
    z = 1 - 1;
    if ((z != 1) && (x < 3)) {
        y = 3 ^ 2;
    } else {
        x = 0;
    }
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    if ((table[1] == 3) || (y != 3)) {
        exit(0);
    }
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(0);
    assert(0);
    return 0;
}
