/* The lock of standard output keeps others away from it, and what it stands for; who prints takes it, too. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void *first(void *argument)
{
    flockfile(stdout);
#if defined ORDER || defined PRINTS
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
#endif
    puts("first");
    lines++;
    funlockfile(stdout);
    return argument;
}

static void *second(void *argument)
{
#if defined ORDER || defined PRINTS
    pthread_mutex_lock(&mutex);
#endif
#ifdef PRINTS
    fputs("second\n", stdout);
#elif defined TRY
    assert(ftrylockfile(stdout) == 0);
    funlockfile(stdout);
#else
    flockfile(stdout);
    lines++;
    funlockfile(stdout);
#endif
#if defined ORDER || defined PRINTS
    pthread_mutex_unlock(&mutex);
#endif
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
#if !defined PRINTS && !defined TRY
    assert(lines == 2);
#endif
    return 0;
}
