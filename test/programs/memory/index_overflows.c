/* What follows a number that is not negative is below the bound because it is negative: the addition overflows. */
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

int table[2][4];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int last = 2;

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    int at = last, next = at + 1;
    pthread_mutex_unlock(&lock);
    if (at >= 0 && next < 4)
        table[1][next] = 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    last = INT_MAX;
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    return 0;
}
