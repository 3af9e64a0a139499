/* The one who reads it has ended before pthread_join stores the result. */
#include <pthread.h>
#include <stddef.h>

void *result;

void *give(void *argument)
{
    return argument;
}

void *look(void *argument)
{
    void *seen = result;
    (void)seen;
    return argument;
}

int main(void)
{
    pthread_t giver, looker;
    pthread_create(&giver, NULL, give, &giver);
    pthread_create(&looker, NULL, look, NULL);
    pthread_join(looker, NULL);
    pthread_join(giver, &result);
    return 0;
}
