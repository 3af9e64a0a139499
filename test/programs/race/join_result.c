/* What pthread_join stores, another thread reads. */
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
    pthread_join(giver, &result);
    pthread_join(looker, NULL);
    return 0;
}
