/* The loop over a row goes one too far, into the next row. */
#include <pthread.h>
#include <stddef.h>

int table[3][4];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int rows = 1;

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    int all = rows;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < all && i < 2; i++)
        for (int j = 0; j <= 3 + i; j++)
            table[i][j] = j;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    rows = 2;
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    return 0;
}
