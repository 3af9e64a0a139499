/* main ends by pthread_exit; its threads go on and the last one of them ends the process. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    count++;
    assert(count <= 2);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_detach(first);
    pthread_detach(second);
    pthread_exit(NULL);
}
