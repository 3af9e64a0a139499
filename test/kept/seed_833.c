/* generate_paths.py 833 */
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
atomic_int y = 0;
int z = 2;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int *cell = argument;
    z = z + (6 / *cell);
    for (int v0 = 0; (v0 < 2) && (x == 0); v0++) {
        if (v0 != 0) {
            pthread_mutex_lock(&lock_a);
            z = z + v0;
            pthread_mutex_unlock(&lock_a);
        }
    }
    return argument;
}

void *thread_2(void *argument)
{
    int *cell = argument;
    if (pthread_mutex_trylock(&lock_a) == 0) {
        assert(!(y == -1));
        pthread_mutex_unlock(&lock_a);
    }
    int v1 = *cell;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 2);
    *cell = in0 + in0;
    for (int v2 = 0; v2 < in0; v2++) {
        z = z + v2;
    }
    return argument;
}

int main(void)
{
    int number = 0;
    int *cell = &number;
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread_1, cell);
    pthread_create(&t2, NULL, thread_2, cell);
    pthread_join(t2, NULL);
    assert(!(y == -1));
    return 0;
}
