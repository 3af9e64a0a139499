/* Every thread has an element of its own in an array of arguments, and writes its result there. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct job {
    int number;
    int result;
};

static void *work(void *argument)
{
    struct job *job = argument;
    job->result = job->number * 10;
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    struct job jobs[3];
    for (int i = 0; i < 3; i++) {
        jobs[i].number = i;
        jobs[i].result = 0;
        pthread_create(&threads[i], NULL, work, &jobs[i]);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(jobs[0].result + jobs[1].result + jobs[2].result == 30);
    return 0;
}
