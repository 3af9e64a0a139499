/* generate_paths.py 2103 */
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
atomic_int z = 1;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int *cell = argument;
    *cell = x ^ 2;
    if (y < 1) {
        if ((x == 2) || (z == 1)) {
            z = 1 ^ 3;
        } else {
            x = !y ? 3 : 0;
        }
    }
    return argument;
}

int main(void)
{
    int number = 0;
    int *cell = &number;
    pthread_t t1, t2;
    unsigned char in0 = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(in0 <= 2);
    pthread_create(&t1, NULL, thread_1, cell);
    pthread_create(&t2, NULL, thread_1, cell);
    z = in0;
    if (in0 > 0) {
        switch (*cell) {
        case 0: {
            z = z + in0;
        }
            break;
        }
    } else {
        z = 2;
    }
    pthread_join(t1, NULL);
    return 0;
}
