/* The worker is given a local of a switch, whose declaration no case reaches. It may run once the switch has ended. */
#include <pthread.h>
#include <stddef.h>

int kind = 1;

void *work(void *argument)
{
    *(int *)argument = 1;
    return NULL;
}

int main(void)
{
    pthread_t worker;
    switch (kind) {
        int slot;
    case 1:
        slot = 0;
        pthread_create(&worker, NULL, work, &slot);
        break;
    default:
        return 0;
    }
    pthread_join(worker, NULL);
    return 0;
}
