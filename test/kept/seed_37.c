/* generate_paths.py 37 */
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
int z = 0;
int table[3] = {0, 0, 0};
int *pointer = &z;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    assert(!(*pointer == 1 && z == 0));
    pointer = !*pointer ? &z : &x;
    if (*pointer == 0) {
        switch (x) {
        case 0: {
            table[2] = 1;
            z = z + (table[1] + 1);
        }
            break;
        case 1: {
            *pointer = *pointer + 1;
        }
            break;
        }
        table[2] = table[2] + ((table[2] > 0) ? 3 : 1);
    }
    if (x == 1) {
        table[0] = 1;
    } else {
        table[2] = 2 + 1;
    }
    return argument;
}

int main(void)
{
    pthread_t t1;
    sem_init(&sem, 0, 1);
    unsigned char in0 = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(in0 <= 2);
    table[in0 & 1] = z + in0;
    pthread_create(&t1, NULL, thread_1, NULL);
    *pointer = *pointer + (2 ^ in0);
    pthread_join(t1, NULL);
    return 0;
}
