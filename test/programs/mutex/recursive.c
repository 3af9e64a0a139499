/* A recursive mutex is taken twice and given back twice; only then may the other thread in. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;
int counter;

void add(int amount)
{
    pthread_mutex_lock(&lock);
    counter += amount;
    pthread_mutex_unlock(&lock);
}

void *add_two(void *argument)
{
    pthread_mutex_lock(&lock);
    int before = counter;
    add(1);
    add(1);
    assert(counter == before + 2);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
    pthread_create(&first, NULL, add_two, NULL);
    pthread_create(&second, NULL, add_two, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 4);
    pthread_mutex_destroy(&lock);
    return 0;
}
