/* generate_paths.py 129 */
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

int x = 1;
int y = 0;
int table[3] = {1, 2, 0};
atomic_int flag = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

static int helper(int n)
{
    table[n] = table[n] + x;
    return n + n;
}

void *thread_1(void *argument)
{
    int v0 = (int)(long)argument;
    while (!flag) {
    }
    if (v0 == 1) {
        _Bool in1 = __VERIFIER_nondet_bool();
    }
    pthread_mutex_lock(&lock_b);
    int v1 = v0;
    pthread_mutex_unlock(&lock_b);
    if (!v0 || (y != 2)) {
        int in2 = __VERIFIER_nondet_int();
        __VERIFIER_assume(in2 >= 0 && in2 <= 1);
    } else {
        __VERIFIER_atomic_begin();
        x = x + ((v0 < 1) ? v0 : v0);
        __VERIFIER_atomic_end();
    }
    if (table[v0] == 1) {
        x = x + 3;
    } else {
        y = y + v0;
    }
    return argument;
}

void *thread_2(void *argument)
{
    int v2 = table[2];
    flag = 1;
    y = y + (table[2] - v2);
    __VERIFIER_atomic_begin();
    table[v2 & 1] = table[v2 & 1] + v2;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    unsigned char in0 = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(in0 <= 2);
    y = ((in0 == 0) && (x == 2)) ? in0 : table[in0];
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(table[in0] == 1));
    if (in0 == 1 && y == 2) {
        reach_error();
    }
    return 0;
}
