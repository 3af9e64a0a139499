#include <pthread.h>
extern void __VERIFIER_assume(int);
extern void reach_error(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *thread_1(void *argument)
{
    if (pthread_mutex_trylock(&lock) == 0)
        pthread_mutex_unlock(&lock);
    return argument;
}
void *thread_2(void *argument)
{
    if (pthread_mutex_trylock(&lock) == 0)
        __VERIFIER_assume(0);
    return argument;
}
int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    reach_error();
    return 0;
}
