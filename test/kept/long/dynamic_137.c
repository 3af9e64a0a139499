/* generate_dynamic.py 137 */
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
unsigned char y = 1;
int z = 1;
int table[3] = {1, 2, 2};
int done = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int id = *(int *)argument;
    for (int v0 = 0; v0 < id; v0++) {
        assert(!(id > 2));
    }
    pthread_mutex_lock(&lock_a);
    done = done + 1;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&lock_a);
    return argument;
}

int main(void)
{
    sem_init(&sem, 0, 0);
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 2);
    pthread_t threads[3];
    int count = in0;
    for (int i = 0; i < count; i++) {
        pthread_create(&threads[i], NULL, thread_1, &i);
    }
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(!(count == 0));
    if (in0 == 2 && table[in0] == 2) {
        reach_error();
    }
    return 0;
}
