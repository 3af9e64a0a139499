/* generate_paths.py 183 */
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
int y = 0;
atomic_int z = 0;
int table[3] = {1, 0, 1};
pthread_barrier_t barrier;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    if (z > 1) {
        table[2] = table[2] + 2;
    }
    pthread_barrier_wait(&barrier);
    return argument;
}

void *thread_2(void *argument)
{
    int v0 = (int)(long)argument;
    int v1 = v0 - 1;
    pthread_barrier_wait(&barrier);
    sem_post(&sem);
    table[v0] = table[v0] + v0;
    return argument;
}

void *thread_3(void *argument)
{
    int v2 = (int)(long)argument;
    y = v2;
    pthread_barrier_wait(&barrier);
    switch (v2) {
    case 0: {
        for (int v3 = 0; v3 < v2; v3++) {
            z = z + 0;
        }
        z = ((v2 > 0) && (y > 0)) ? v2 : v2;
    }
        break;
    }
    return argument;
}

int main(void)
{
    pthread_t t1, t2, t3;
    sem_init(&sem, 0, 1);
    pthread_barrier_init(&barrier, NULL, 3);
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 1);
    y = y + ((y == 0) ? in0 : in0);
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, (void *)(long)in0);
    pthread_create(&t3, NULL, thread_3, (void *)(long)in0);
    table[in0] = table[in0] + 3;
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(!(in0 > 1));
    return 0;
}
