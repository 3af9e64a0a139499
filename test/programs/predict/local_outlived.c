/* A local is lent to another thread, which may still use it when its owner returns. */
#include <pthread.h>
#include <semaphore.h>
sem_t ready, go;
int *p;
int sink;
void *lender(void *a)
{
    int x = 5;
    p = &x;
    sem_post(&ready);
    sem_wait(&go);
    return a;
}
void *user(void *a)
{
    sem_wait(&ready);
    sem_post(&go);
    sink = *p;
    return a;
}
int main(void)
{
    pthread_t t1, t2;
    sem_init(&ready, 0, 0);
    sem_init(&go, 0, 0);
    pthread_create(&t1, NULL, lender, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
