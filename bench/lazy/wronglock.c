/*
 * SETTERS threads add one to a value under one lock; USERS threads add two under another lock, which keeps nobody of
 * the first kind out. The first kind expects to find what it has just written.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef SETTERS
#define SETTERS 1
#endif
#ifndef USERS
#define USERS 3
#endif

pthread_mutex_t right_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t wrong_lock = PTHREAD_MUTEX_INITIALIZER;
int value;

static void *set(void *argument)
{
    pthread_mutex_lock(&right_lock);
    int before = value;
    value = before + 1;
    int after = value;
    pthread_mutex_unlock(&right_lock);
    assert(after == before + 1);
    return argument;
}

static void *use(void *argument)
{
    pthread_mutex_lock(&wrong_lock);
    value = value + 2;
    pthread_mutex_unlock(&wrong_lock);
    return argument;
}

int main(void)
{
    pthread_t setters[SETTERS], users[USERS];
    for (int n = 0; n < SETTERS; n++) {
        pthread_create(&setters[n], NULL, set, NULL);
    }
    for (int n = 0; n < USERS; n++) {
        pthread_create(&users[n], NULL, use, NULL);
    }
    for (int n = 0; n < SETTERS; n++) {
        pthread_join(setters[n], NULL);
    }
    for (int n = 0; n < USERS; n++) {
        pthread_join(users[n], NULL);
    }
    return 0;
}
