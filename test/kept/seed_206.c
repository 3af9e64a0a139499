/* generate_paths.py 206 */
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
int z = 0;
int table[3] = {2, 1, 2};
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    z = 2 + 1;
    return argument;
}

void *thread_2(void *argument)
{
    int v0 = (int)(long)argument;
    table[v0] = table[v0] + (table[v0 & 1] + v0);
    return argument;
}

void *thread_3(void *argument)
{
    int v1 = (int)(long)argument;
    assert(!(z == 2));
    assert(!(v1 == -1));
    z = z + v1;
    return argument;
}

int main(void)
{
    pthread_t t1, t2, t3;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 1);
    int in1 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in1 >= 0 && in1 <= 2);
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, (void *)(long)in1);
    pthread_create(&t3, NULL, thread_3, (void *)(long)in0);
    pthread_join(t1, NULL);
    pthread_join(t3, NULL);
    assert(!(in1 == 1));
    return 0;
}
