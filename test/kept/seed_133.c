/* generate_paths.py 133 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern void reach_error(void);

atomic_int z = 0;
atomic_int flag = 0;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t sem;

void *thread_1(void *argument)
{
    int *cell = argument;
    while (!flag) {
    }
    return argument;
}

void *thread_2(void *argument)
{
    flag = 1;
    return argument;
}

int main(void)
{
    int number = 0;
    int *cell = &number;
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread_1, cell);
    pthread_create(&t2, NULL, thread_2, cell);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    if (*cell == -1) {
        reach_error();
    }
    return 0;
}
