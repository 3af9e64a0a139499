/* generate_paths.py 2185 */
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
int table[3] = {1, 0, 0};
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int v0 = (int)(long)argument;
    table[2] = 2;
    x = v0 - v0;
    x = 6 / y;
    y = y & v0;
    table[0] = table[0] + v0;
    assert(!(table[v0 & 1] == 2 && v0 == 4));
    if (y > 1) {
        reach_error();
    }
    return argument;
}

int main(void)
{
    pthread_t t1;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 == 1 || in0 == 4);
    x = in0 ^ 0;
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    table[in0 & 1] = table[in0 & 1] + table[in0 & 1];
    pthread_join(t1, NULL);
    assert(!(table[in0 & 1] == 5));
    if (table[in0] == 0 && x == 7) {
        reach_error();
    }
    return 0;
}
