/* A thread gets a compound literal of a block that does not end before the thread. */
#include <pthread.h>
#include <stddef.h>

struct job {
    int number;
};

void *work(void *argument)
{
    struct job *job = argument;
    return job->number == 1 ? NULL : argument;
}

int main(void)
{
    pthread_t worker;
    {
        pthread_create(&worker, NULL, work, &(struct job){1});
        pthread_join(worker, NULL);
    }
    return 0;
}
