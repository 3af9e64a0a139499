/* Two may wait, but only one signal is sent: the other one stays asleep. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
int open_for_all;

void *pass(void *argument)
{
    pthread_mutex_lock(&lock);
    while (!open_for_all) {
        pthread_cond_wait(&opened, &lock);
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

void *open_gate(void *argument)
{
    pthread_mutex_lock(&lock);
    open_for_all = 1;
    pthread_cond_signal(&opened);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, opener;
    pthread_create(&first, NULL, pass, NULL);
    pthread_create(&opener, NULL, open_gate, NULL);
    pass(NULL);
    pthread_join(opener, NULL);
    pthread_exit(NULL);
}
