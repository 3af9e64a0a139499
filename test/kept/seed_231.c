/* generate_paths.py 231 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);

atomic_int y = 0;
sem_t sem;

void *thread_1(void *argument)
{
    int *cell = argument;
    assert(!(*cell > 0));
    __VERIFIER_assume(!*cell);
    y = 1;
    return argument;
}

int main(void)
{
    int number = 0;
    int *cell = &number;
    pthread_t t1;
    sem_init(&sem, 0, 1);
    pthread_create(&t1, NULL, thread_1, cell);
    y = y;
    return 0;
}
