/* main sets the value and the worker looks for it: in the worker it is NULL. */
#include <pthread.h>
#include <stddef.h>

struct context {
    int user;
};

pthread_key_t key;
struct context context = {5};

void *work(void *argument)
{
    struct context *mine = pthread_getspecific(key);
    mine->user++;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_key_create(&key, NULL);
    pthread_setspecific(key, &context);
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    return 0;
}
