/* The index of a loop grows until it overflows, and is below the bound again. */
#include <pthread.h>
#include <stddef.h>

int table[3][4];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int step = 2;

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    int width = step;
    pthread_mutex_unlock(&lock);
    if (width > 0)
        for (int i = 2, round = 0; round < 3 && (i < 4 || i > 0x7ffffff0); round++, i += width)
            if (i < 4)
                table[2][i] = 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    step = 0x7ffffffc;
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    return 0;
}
