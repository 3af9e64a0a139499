/* A broadcast wakes both waiters. */
#include <pthread.h>
#include <stddef.h>

struct gate {
    pthread_mutex_t lock;
    pthread_cond_t opened;
    int open;
};

struct gate gate;

void *pass(void *argument)
{
    struct gate *through = argument;
    pthread_mutex_lock(&through->lock);
    while (!through->open) {
        pthread_cond_wait(&through->opened, &through->lock);
    }
    pthread_mutex_unlock(&through->lock);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_mutex_init(&gate.lock, NULL);
    pthread_cond_init(&gate.opened, NULL);
    pthread_create(&first, NULL, pass, &gate);
    pthread_create(&second, NULL, pass, &gate);
    pthread_mutex_lock(&gate.lock);
    gate.open = 1;
    pthread_cond_broadcast(&gate.opened);
    pthread_mutex_unlock(&gate.lock);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_cond_destroy(&gate.opened);
    pthread_mutex_destroy(&gate.lock);
    return 0;
}
