/* Every thread gets its own argument, but all add to one sum through a pointer in it. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct job {
    int number;
    int *sum;
};

static void *work(void *argument)
{
    struct job *job = argument;
    *job->sum += job->number;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    struct job jobs[2];
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        jobs[i].number = i + 1;
        jobs[i].sum = &sum;
        pthread_create(&threads[i], NULL, work, &jobs[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(sum == 3);
    return 0;
}
