#include <pthread.h>
pthread_mutex_t la = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
int y;
void *thread_1(void *argument)
{
    pthread_mutex_lock(&la);
    pthread_cond_wait(&cv, &la);
    return 0;
}
void *thread_2(void *argument)
{
    pthread_mutex_lock(&la);
    if (y != 2) {
        pthread_cond_wait(&cv, &la);
    }
    return 0;
}
void *thread_3(void *argument)
{
    y = 1;
    return 0;
}
int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, thread_1, 0);
    pthread_create(&t2, NULL, thread_2, 0);
    pthread_create(&t3, NULL, thread_3, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
