/* generate_paths.py 20053 */
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

int x = 2;
int y = 2;
int z = 0;
int table[3] = {1, 2, 0};
atomic_int flag = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int v0 = (int)(long)argument;
    pthread_mutex_lock(&lock_a);
    int v1 = (v0 != 1) ? 0 : v0;
    pthread_mutex_unlock(&lock_a);
    assert(!(v0 == 0));
    pthread_rwlock_rdlock(&rwlock);
    int v2 = v0;
    pthread_rwlock_unlock(&rwlock);
    pthread_mutex_lock(&lock_a);
    z = z + x;
    pthread_mutex_unlock(&lock_a);
    while (!flag) {
    }
    return argument;
}

void *thread_2(void *argument)
{
    int v3 = (int)(long)argument;
    flag = 1;
    assert(!(v3 == 0));
    if ((v3 == 2) && (v3 == 1)) {
        if (1) {
            reach_error();
        }
        if (1) {
            reach_error();
        }
    } else {
        if (v3 == 0) {
            reach_error();
        }
    }
    if (v3 == v3) {
        pthread_mutex_lock(&lock_a);
        y = y + (((z == 0) && (table[v3] == 0)) ? v3 : v3);
        pthread_mutex_unlock(&lock_a);
        assert(!(v3 == 2));
    } else {
    }
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 1);
    _Bool in1 = __VERIFIER_nondet_bool();
    z = in1;
    pthread_create(&t1, NULL, thread_1, (void *)(long)in1);
    pthread_create(&t2, NULL, thread_2, (void *)(long)in1);
    int v4 = in1;
    if (v4 == 0) {
        exit(0);
    }
    int in2 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in2 >= 0 && in2 <= 1);
    if (in2 < 1) {
        int in3 = __VERIFIER_nondet_int();
        __VERIFIER_assume(in3 >= 0 && in3 <= 2);
        assert(!(in3 == 1));
    }
    for (int v5 = 0; v5 < in1; v5++) {
        if (v5 != 1) {
            if (in2 > 1) {
                reach_error();
            }
        }
    }
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
