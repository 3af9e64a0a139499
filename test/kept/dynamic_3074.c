/* generate_dynamic.py 3074 */
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
int z = 2;
int table[3] = {1, 0, 2};
int *box = NULL;
pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
pthread_barrier_t barrier;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

static int helper(int n)
{
    int v0 = n + 1;
    return 3;
}

void *thread_1(void *argument)
{
    int *mine = argument;
    int id = *mine;
    pthread_barrier_wait(&barrier);
    free(mine);
    return argument;
}

void *thread_3(void *argument)
{
    int n = (int)(long)argument;
    pthread_t team[3];
    int count = (n & 1) + 1;
    pthread_barrier_init(&barrier, NULL, count);
    for (int i = 0; i < count; i++) {
        int *fresh = malloc(sizeof *fresh);
        *fresh = i;
        pthread_create(&team[i], NULL, thread_1, fresh);
    }
    int v2 = helper(n);
    for (int i = 0; i < count; i++) {
        pthread_join(team[i], NULL);
    }
    return argument;
}

int main(void)
{
    sem_init(&sem, 0, 1);
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 2);
    box = malloc(sizeof *box);
    *box = in0;
    pthread_t spawner;
    pthread_create(&spawner, NULL, thread_3, (void *)(long)in0);
    if (sem_trywait(&sem) == 0) {
        switch (in0) {
        case 0: {
            int v4 = helper(in0);
        }
            break;
        }
        if (in0 == 2) {
            reach_error();
        }
    }
    pthread_join(spawner, NULL);
    assert(!(in0 == 2));
    if (x == 1) {
        reach_error();
    }
    return 0;
}
