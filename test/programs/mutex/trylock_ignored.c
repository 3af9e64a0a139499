/* The result of trylock is not looked at, so the thread may unlock a mutex that another one holds. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *hold(void *argument)
{
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return argument;
}

void *careless(void *argument)
{
    pthread_mutex_trylock(&lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, hold, NULL);
    pthread_create(&second, NULL, careless, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
