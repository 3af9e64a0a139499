/* generate_paths.py 473 */
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
atomic_int y = 0;
unsigned char z = 0;
int table[3] = {2, 1, 1};
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    _Bool in1 = __VERIFIER_nondet_bool();
    if (x != 0) {
        pthread_mutex_lock(&lock_a);
        table[in1] = in1 ^ in1;
        pthread_mutex_unlock(&lock_a);
    }
    x = in1 ^ 3;
    return argument;
}

void *thread_2(void *argument)
{
    int v0 = 2;
    for (int v1 = 0; (v1 < v0) && (v1 < 2); v1++) {
        z = 0;
    }
    return argument;
}

void *thread_3(void *argument)
{
    int v2 = (int)(long)argument;
    y = v2 + v2;
    if (table[v2 & 1] == 0) {
        z = z + (v2 + v2);
        table[v2] = table[v2] + (2 + v2);
    }
    return argument;
}

int main(void)
{
    pthread_t t1, t2, t3;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= -1 && in0 <= 1);
    table[1] = table[1] + (1 - in0);
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_create(&t3, NULL, thread_3, (void *)(long)in0);
    if (in0 < 1) {
        if ((in0 == 2) || (in0 > 0)) {
            y = y + in0;
        } else {
            table[in0] = in0;
        }
    } else {
        z = z + in0;
    }
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    if (x == 3 && in0 == 0) {
        reach_error();
    }
    assert(!(in0 == 2));
    return 0;
}
