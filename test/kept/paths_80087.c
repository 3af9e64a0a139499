/* generate_paths.py 80087 */
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

unsigned char x = 0;
unsigned char y = 1;
int table[3] = {0, 1, 0};
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int *cell = argument;
    pthread_mutex_lock(&lock_a);
    y = 3 - 1;
    pthread_mutex_unlock(&lock_a);
    __VERIFIER_atomic_begin();
    int v0 = 1;
    __VERIFIER_atomic_end();
    _Bool in1 = __VERIFIER_nondet_bool();
    pthread_mutex_lock(&lock_a);
    *cell = in1;
    for (int v1 = 0; v1 < in1; v1++) {
        if (v1 > 2) {
            table[v1] = v1;
            *cell = *cell + (in1 + 1);
        }
    }
    table[in1] = table[in1] + (in1 ^ 2);
    pthread_mutex_unlock(&lock_a);
    return argument;
}

int main(void)
{
    int number = 0;
    int *cell = &number;
    pthread_t t1;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= -1 && in0 <= 1);
    *cell = in0 + in0;
    pthread_create(&t1, NULL, thread_1, cell);
    if (!in0) {
        if (in0 > 0) {
            reach_error();
        }
    } else {
        assert(!(in0 == 2));
    }
    if (x > 0) {
        reach_error();
    }
    assert(!(table[in0 & 1] == 2 && *cell == 0));
    return 0;
}
