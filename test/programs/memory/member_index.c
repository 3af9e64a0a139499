/* An array that is a member of a structure is left at its end, into the member behind it: a count that another thread
   raises after the check. */
#include <pthread.h>
#include <stddef.h>

struct queue {
    int slots[3];
    int count;
};

struct queue queue;
int end = 2;

void *work(void *argument)
{
    if (end < 3) {
        queue.slots[end] = 1;
    }
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    end = 3;
    pthread_join(worker, NULL);
    return 0;
}
