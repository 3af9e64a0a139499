/* The counter can end at two, however unlikely that looks. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int counter;

void *increment_twice(void *argument)
{
    counter++;
    counter++;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, increment_twice, NULL);
    pthread_create(&second, NULL, increment_twice, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter > 2);
    return 0;
}
