/* Main frees a mutex that it holds. The other thread never gets it, but may look for it where it was. */
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t *lock;

void *take(void *argument)
{
    pthread_mutex_lock(lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    lock = malloc(sizeof *lock);
    pthread_mutex_init(lock, NULL);
    pthread_mutex_lock(lock);
    pthread_create(&thread, NULL, take, NULL);
    free(lock);
    return 0;
}
