/* The loop down to the first element of a row goes one too far, into the row before. */
#include <pthread.h>
#include <stddef.h>

int table[2][4];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int clear;

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    int wanted = clear;
    pthread_mutex_unlock(&lock);
    if (wanted)
        for (int i = 3; i >= -1; i--)
            table[1][i] = 0;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    clear = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    return 0;
}
