/*
 * The owner of a robust mutex ends. Who locks it next has it, is told by EOWNERDEAD, and makes it consistent; from then on
 * it is a mutex like others.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;
int balance;

static void make_robust(pthread_mutex_t *mutex)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0);
    pthread_mutex_init(mutex, &attributes);
}

void *end_as_owner(void *argument)
{
    pthread_mutex_lock(&lock);
    balance = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    make_robust(&lock);
    pthread_create(&thread, NULL, end_as_owner, NULL);
    int first = pthread_mutex_lock(&lock);
    assert(first == 0 || (first == EOWNERDEAD && balance == 1));
    if (first == EOWNERDEAD) {
        assert(pthread_mutex_consistent(&lock) == 0);
    }
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    int second = pthread_mutex_trylock(&lock);
    assert(second == (first == EOWNERDEAD ? 0 : EOWNERDEAD));
    return 0;
}
