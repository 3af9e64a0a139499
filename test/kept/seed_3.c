/* generate_paths.py 3 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int y = 2;
int z = 1;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;

void *thread_1(void *argument)
{
    int v0 = (int)(long)argument;
    pthread_mutex_lock(&lock_a);
    if (!y) {
        z = z;
    } else {
        z = 2;
    }
    pthread_mutex_unlock(&lock_a);
    return argument;
}

void *thread_2(void *argument)
{
    int v1 = (int)(long)argument;
    pthread_mutex_lock(&lock_a);
    z = z + (1 - 3);
    pthread_mutex_unlock(&lock_a);
    int v2 = v1;
    y = y + v2;
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    int in0 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in0 == 1 || in0 == 4);
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    pthread_create(&t2, NULL, thread_2, (void *)(long)in0);
    pthread_join(t2, NULL);
    if (y == z == 4) {
    }
    return 0;
}
