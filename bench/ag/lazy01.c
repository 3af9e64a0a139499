/*
 * Two threads add 1 and 2 under a lock; a third one, under the same lock, expects less than 3. It finds 3 if it comes
 * last.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int data;

static void *add(void *argument)
{
    pthread_mutex_lock(&lock);
    data += (int)(intptr_t)argument;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *check(void *argument)
{
    pthread_mutex_lock(&lock);
    assert(data < 3);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, NULL, add, (void *)1);
    pthread_create(&second, NULL, add, (void *)2);
    pthread_create(&third, NULL, check, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    return 0;
}
