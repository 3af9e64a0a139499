/* The shared number is read once, checked, and used as an index. */
#include <pthread.h>
#include <stddef.h>

int wanted = 1;

void *work(void *argument)
{
    int local[4] = {0, 0, 0, 0};
    int index = wanted;
    if (index < 4) {
        local[index] = 1;
    }
    return local[1] ? argument : NULL;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    wanted = 4;
    pthread_join(worker, NULL);
    return 0;
}
