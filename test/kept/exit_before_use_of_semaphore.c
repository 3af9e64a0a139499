// Both of two threads can end the process. If main does, a third thread stands before a use of what main has destroyed.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
sem_t sem_a;
void *thread_2(void *argument)
{
    sem_wait(&sem_a);
    return argument;
}
void *thread_1(void *argument)
{
    pthread_t t2;
    pthread_create(&t2, NULL, thread_2, argument);
    exit(0);
}
int main(void)
{
    pthread_t t1;
    sem_init(&sem_a, 0, 1);
    pthread_create(&t1, NULL, thread_1, NULL);
    sem_destroy(&sem_a);
    return 0;
}
