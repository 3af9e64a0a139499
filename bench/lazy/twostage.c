/*
 * SETTERS threads write a value under one lock and then, under another lock, a second value that follows from the
 * first. A reader (READERS of them) takes the locks one after the other and expects that the second value belongs to
 * the first. It can come between the two stages.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef SETTERS
#define SETTERS 2
#endif
#ifndef READERS
#define READERS 1
#endif

pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t second_lock = PTHREAD_MUTEX_INITIALIZER;
int first, second;

static void *set(void *argument)
{
    pthread_mutex_lock(&first_lock);
    first = 1;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_lock(&second_lock);
    second = first + 1;
    pthread_mutex_unlock(&second_lock);
    return argument;
}

static void *read_both(void *argument)
{
    pthread_mutex_lock(&first_lock);
    int seen = first;
    pthread_mutex_unlock(&first_lock);
    if (seen != 0) {
        pthread_mutex_lock(&second_lock);
        int belongs = second;
        pthread_mutex_unlock(&second_lock);
        assert(belongs == seen + 1);
    }
    return argument;
}

int main(void)
{
    pthread_t setters[SETTERS], readers[READERS];
    for (int n = 0; n < SETTERS; n++) {
        pthread_create(&setters[n], NULL, set, NULL);
    }
    for (int n = 0; n < READERS; n++) {
        pthread_create(&readers[n], NULL, read_both, NULL);
    }
    for (int n = 0; n < SETTERS; n++) {
        pthread_join(setters[n], NULL);
    }
    for (int n = 0; n < READERS; n++) {
        pthread_join(readers[n], NULL);
    }
    return 0;
}
