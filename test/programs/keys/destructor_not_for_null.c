/*
 * No destructor for a thread whose value is NULL, none after the key is deleted, and again if it sets the value
 * anew.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_key_t repeated;
pthread_key_t deleted;
int rounds;
int wrong;

void repeat(void *value)
{
    rounds++;
    if (rounds < 2) {
        pthread_setspecific(repeated, value);
    }
}

void never(void *value)
{
    (void)value;
    wrong = 1;
}

void *with_value(void *argument)
{
    pthread_setspecific(repeated, &rounds);
    pthread_setspecific(deleted, &rounds);
    pthread_key_delete(deleted);
    return argument;
}

void *without_value(void *argument)
{
    pthread_setspecific(repeated, &rounds);
    pthread_setspecific(repeated, NULL);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_key_create(&repeated, repeat);
    pthread_key_create(&deleted, never);
    pthread_create(&worker, NULL, with_value, NULL);
    pthread_join(worker, NULL);
    assert(rounds == 2 && wrong == 0);
    pthread_create(&worker, NULL, without_value, NULL);
    pthread_join(worker, NULL);
    assert(rounds == 2);
    return 0;
}
