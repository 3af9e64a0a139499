/* The index is compared as an unsigned char, and used as an int. */
#include <pthread.h>
#include <stddef.h>

char table[100][4];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int column = 3;

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    int at = column;
    pthread_mutex_unlock(&lock);
    if ((unsigned char)at < 4)
        table[0][at] = 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    column = 256;
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    return 0;
}
