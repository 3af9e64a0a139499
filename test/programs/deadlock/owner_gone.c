/* Both threads forget to unlock: whoever comes second waits for one that has ended, while main carries on. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int visits;

void *visit(void *argument)
{
    pthread_mutex_lock(&lock);
    visits++;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, visit, NULL);
    pthread_create(&second, NULL, visit, NULL);
    pthread_detach(first);
    pthread_detach(second);
    pthread_exit(NULL);
}
