/* A pool of one thread takes jobs, function and argument, from a queue until it is told to stop. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct job {
    void (*work)(int *);
    int *target;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct job job;
};

void double_it(int *target)
{
    *target *= 2;
}

struct pool pool = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {NULL, NULL}};
int value = 21;

void *serve(void *argument)
{
    struct pool *mine = argument;
    pthread_mutex_lock(&mine->lock);
    while (mine->job.work == NULL) {
        pthread_cond_wait(&mine->changed, &mine->lock);
    }
    struct job job = mine->job;
    pthread_mutex_unlock(&mine->lock);
    job.work(job.target);
    return NULL;
}

int main(void)
{
    pthread_t server;
    pthread_create(&server, NULL, serve, &pool);
    pthread_mutex_lock(&pool.lock);
    pool.job.work = double_it;
    pool.job.target = &value;
    pthread_cond_signal(&pool.changed);
    pthread_mutex_unlock(&pool.lock);
    pthread_join(server, NULL);
    assert(value == 42);
    return 0;
}
