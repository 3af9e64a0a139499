/* generate_dynamic.py 72 */
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
int y = 0;
atomic_int z = 1;
int table[3] = {2, 1, 2};
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int id = *(int *)argument;
    if (id > 1) {
        reach_error();
    }
    assert(!(y == 1));
    return (void *)(long)1;
}

int main(void)
{
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 >= 0 && in0 <= 1);
    _Bool in1 = __VERIFIER_nondet_bool();
    table[in0] = in1;
    pthread_t threads[3];
    int count = (in0 & 1) + 1;
    for (int i = 0; i < count; i++) {
        pthread_create(&threads[i], NULL, thread_1, &i);
    }
    x = x + count;
    for (int i = count - 1; i >= 0; i--) {
        pthread_join(threads[i], NULL);
    }
    assert(!(x > 4));
    if (count == 1 && z == 0) {
        reach_error();
    }
    return 0;
}
