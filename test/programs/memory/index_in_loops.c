/* Indices that are inside, in ways that are seen without a run and in ways that are not. */
#include <pthread.h>
#include <stddef.h>

int table[3][4];
int squares[20];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int first = 1;

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    int from = first;
    pthread_mutex_unlock(&lock);
    for (int i = 2; i >= 0; i--)
        for (unsigned j = 4; j-- > 0;)
            table[i][j] = from;
    for (int i = from; i * i < 20; i++)
        for (int j = i * i; j < 20; j += i)
            squares[j]++;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    first = 3;
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    return 0;
}
