/* The worker that was created first joins the one that was created last, and the other way round. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_t first, second;

static void wait_for_start(void)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

void *join_second(void *argument)
{
    wait_for_start();
    pthread_join(second, NULL);
    return argument;
}

void *join_first(void *argument)
{
    wait_for_start();
    pthread_join(first, NULL);
    return argument;
}

int main(void)
{
    pthread_mutex_lock(&lock);
    pthread_create(&first, NULL, join_second, NULL);
    pthread_create(&second, NULL, join_first, NULL);
    pthread_mutex_unlock(&lock);
    pthread_exit(NULL);
}
