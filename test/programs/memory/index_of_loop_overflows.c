/* The index of a loop grows until it overflows, and is below the bound again. */
#include <pthread.h>
#include <stddef.h>

int table[2][4];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int step = 1;

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    int width = step;
    pthread_mutex_unlock(&lock);
    if (width > 0)
        for (int i = 3; i < 4 || i > 0x7ffffff0; i += width)
            if (i < 4)
                table[1][i] = 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    step = 0x7ffffff0;
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    return 0;
}
