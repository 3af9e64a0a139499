/* Two increments of a load and a store each: in the observed run the second follows the first. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int counter;

void *increment(void *argument)
{
    counter = counter + 1;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, increment, NULL);
    pthread_create(&second, NULL, increment, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2);
    return 0;
}
