/* What threads share is a structure of main, or of a function of it that returns while one of them is still at work. */
#include <assert.h>
#include <pthread.h>

struct shared {
    pthread_mutex_t lock;
    int in, out, sum;
};

static void *move(void *argument)
{
    struct shared *shared = argument;
    pthread_mutex_lock(&shared->lock);
    shared->in++;
    shared->sum += shared->in - shared->out;
    shared->out++;
    pthread_mutex_unlock(&shared->lock);
    return 0;
}

static pthread_t begin(pthread_t *second)
{
    pthread_t first;
    struct shared shared = {PTHREAD_MUTEX_INITIALIZER, 0, 0, 0};
    pthread_create(&first, 0, move, &shared);
    pthread_create(second, 0, move, &shared);
    pthread_join(first, 0);
#ifndef LEAVES
    pthread_join(*second, 0);
    assert(shared.in == shared.out && shared.sum == SUM);
#endif
    return first;
}

int main(void)
{
    pthread_t second;
    begin(&second);
#ifdef LEAVES
    pthread_join(second, 0);
#endif
    return 0;
}
