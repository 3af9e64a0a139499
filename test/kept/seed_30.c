/* generate_paths.py 30 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>


pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
sem_t sem;

void *thread_2(void *argument)
{
    pthread_mutex_lock(&lock_a);
    return argument;
}

void *thread_1(void *argument)
{
    pthread_t t2;
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_join(t2, NULL);
    pthread_mutex_lock(&lock_a);
    return argument;
}

int main(void)
{
    pthread_t t1;
    sem_init(&sem, 0, 0);
    int in0 = 1;
    pthread_create(&t1, NULL, thread_1, (void *)(long)in0);
    pthread_join(t1, NULL);
    return 0;
}
