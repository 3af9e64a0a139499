/* The remainder by 4 of a negative number is no index. */
#include <pthread.h>
#include <stddef.h>

int table[2][4];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int number = 7, divisor = 4;

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    int at = number, by = divisor;
    pthread_mutex_unlock(&lock);
    if (by)
        table[1][at % by] = at / by;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    number = -1;
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    return 0;
}
