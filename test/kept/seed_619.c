/* generate_paths.py 619 */
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
int y = 2;
int z = 2;
int table[3] = {1, 2, 1};
int ready = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int v0 = 2 + 0;
    table[v0 & 1] = v0;
    pthread_mutex_lock(&lock_a);
    while (!ready) {
        pthread_cond_wait(&condition, &lock_a);
    }
    pthread_mutex_unlock(&lock_a);
    for (int v1 = 0; (v1 < v0) && (v1 < 2); v1++) {
        assert(!(table[v1] == 4));
    }
    for (int v2 = 0; (v2 < v0) && (v2 < 2); v2++) {
        y = y + 1;
    }
    return argument;
}

void *thread_2(void *argument)
{
    int v3 = (int)(long)argument;
    int in1 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in1 >= 0 && in1 <= 1);
    table[in1] = in1 + v3;
    pthread_mutex_lock(&lock_a);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&lock_a);
    if (y < v3) {
        table[in1 & 1] = 2;
        table[in1] = table[in1] + (!z ? in1 : in1);
    } else {
        x = x + (in1 ^ in1);
    }
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 == 1 || in0 == 4);
    x = 3 + in0;
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, (void *)(long)in0);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    if (z == 1) {
        reach_error();
    }
    if (x == 6) {
        reach_error();
    }
    return 0;
}
