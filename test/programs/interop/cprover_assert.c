/* A failing __CPROVER_assert. */
#include <pthread.h>
#include <stddef.h>

void __CPROVER_assert(_Bool condition, const char *description);

int counter;

void *increment(void *argument)
{
    counter++;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, increment, NULL);
    pthread_create(&second, NULL, increment, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    __CPROVER_assert(counter == 2, "no update is lost");
    return 0;
}
