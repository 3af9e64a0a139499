/* generate_dynamic.py 24 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int x = 0;
int table[2] = {0, 1, 0};
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;

void *thread_1(void *argument)
{
    int *mine = argument;
    if (pthread_mutex_trylock(&lock_a) == 0) {
        __VERIFIER_assume(*mine == 0);
        pthread_mutex_unlock(&lock_a);
    }
    return (void *)(long)*mine;
}

int main(void)
{
    int in1 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in1 >= 0 && in1 <= 2);
    pthread_t threads[2];
    int count = in1;
    for (int i = 0; i < count; i++) {
        pthread_create(&threads[i], NULL, thread_1, &table[i]);
    }
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
    }
    if (count == 2) {
        reach_error();
    }
    return 0;
}
