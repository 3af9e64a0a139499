/*
 * Both threads get the address of one variable; main has changed it before they run in the observed run, but need not
 * have.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int seen[2];

static void *remember_first(void *argument)
{
    seen[0] = *(int *)argument;
    return NULL;
}

static void *remember_second(void *argument)
{
    seen[1] = *(int *)argument;
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    int number = 1;
    pthread_create(&first, NULL, remember_first, &number);
    number = 2;
    pthread_create(&second, NULL, remember_second, &number);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(seen[0] == seen[1]);
    return 0;
}
