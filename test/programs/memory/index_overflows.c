/* Twice a positive number is below the bound because it is negative: the product overflows. */
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

int table[2][4];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int half = 1;

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    int number = half, twice = number * 2;
    pthread_mutex_unlock(&lock);
    if (number > 0 && twice < 4)
        table[1][twice] = 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    half = INT_MAX;
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    return 0;
}
