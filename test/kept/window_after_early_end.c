// The default run gets stuck. The one that predict looks at in windows does not, and no window has the end of thread_1
// and the wait of thread_2 together: predict need not know.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
int x, y;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
sem_t sem_a;
void *thread_1(void *argument)
{
    pthread_mutex_lock(&lock_b);
    y = 1;
    y = 2;
    y = 3;
    pthread_mutex_unlock(&lock_b);
    sem_wait(&sem_a);
    pthread_mutex_lock(&lock_a);
    pthread_mutex_lock(&lock_b);
    x += 0;
    pthread_mutex_unlock(&lock_b);
    pthread_mutex_unlock(&lock_a);
    return argument;
}
void *thread_2(void *argument)
{
    sem_wait(&sem_a);
    pthread_mutex_lock(&lock_a);
    x += 0;
    pthread_mutex_unlock(&lock_a);
    sem_post(&sem_a);
    return argument;
}
int main(void)
{
    pthread_t t1, t2;
    sem_init(&sem_a, 0, 1);
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
