/* generate_paths.py 229 */
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
int y = 2;
atomic_int z = 0;
atomic_int flag = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    while (!flag) {
    }
    pthread_mutex_lock(&lock_a);
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 == 1 || in0 == 4);
    pthread_mutex_unlock(&lock_a);
    for (int v0 = 0; (v0 < 2) && (z < 2); v0++) {
        z = 3 - v0;
    }
    assert(0);
    z = 3 + 0;
    return argument;
}

void *thread_2(void *argument)
{
    z = z + 1;
    int v1 = atomic_fetch_add(&z, 1);
    z = 1 + 3;
    assert(!(z == 0));
    if (!z && !z) {
        flag = 1;
    }
    if (z != 3) {
        return 0;
    }
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    z = z + (2 ^ 2);
    z = 3 ^ 2;
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(0);
    return 0;
}
