/* generate_dynamic.py 107 */
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
unsigned char y = 1;
atomic_int z = 0;
int *slots[2] = {NULL, &x};
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

static int take(int *where)
{
    int old = *where;
    *where = 0;
    return old;
}

static int helper(int n)
{
    x = 1;
    int v0 = 0 & n;
    return 3 & v0;
}

void *thread_1(void *argument)
{
    int id = *(int *)argument;
    int v1 = take(&x);
    int v2 = helper(v1);
    return argument;
}

void *thread_2(void *argument)
{
    int id = *(int *)argument;
    z = z + (id & 1);
    int v3 = take(&x);
    return argument;
}

void *(*functions[2])(void *) = {thread_1, thread_2};

int main(void)
{
    sem_init(&sem, 0, 0);
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 2);
    pthread_t threads[3];
    int count = (in0 & 1) + 1;
    for (int i = 0; i < count; i++) {
        pthread_create(&threads[i], NULL, i == 0 ? thread_1 : thread_2, &i);
    }
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(!(*slots[count & 1] == 1 && x == 2));
    return 0;
}
