/* What a thread finds in memory that its creator has yet to write may be anything. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct job {
    int number, argument;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct job copy;

static void *take(void *given)
{
    const struct job *job = given;
#ifndef UNLOCKED
    pthread_mutex_lock(&mutex);
#endif
#if defined COPY
    copy = *job;
#elif defined UNLOCKED
    memcpy(&copy, job, sizeof copy);
#else
    copy.argument = job->argument;
#endif
#ifndef UNLOCKED
    pthread_mutex_unlock(&mutex);
#endif
    return NULL;
}

int main(void)
{
    pthread_t thread;
#ifdef COPY
    struct job local, *job = &local;
#else
    struct job *job = malloc(sizeof *job);
#endif
#ifdef RIGHT
    memset(job, 0, sizeof *job);
#endif
    pthread_create(&thread, NULL, take, job);
    pthread_mutex_lock(&mutex);
    job->number = 1;
    job->argument = 2;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    assert(copy.argument != 12345);
    return 0;
}
