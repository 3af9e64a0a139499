/* A local array indexed by a shared number that another thread changes after the check. */
#include <pthread.h>
#include <stddef.h>

int wanted = 1;

void *work(void *argument)
{
    int local[4] = {0, 0, 0, 0};
    if (wanted < 4) {
        local[wanted] = 1;
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
