/* A macro of the kind that libraries have: what must not be ends in a trap. The second thread may find the slot empty. */
#include <pthread.h>
#include <stddef.h>

#define REQUIRE(condition) ((condition) ? (void)0 : __builtin_trap())

int *volatile slot;
int value = 3;

void *put(void *argument)
{
    slot = &value;
    return argument;
}

void *take(void *argument)
{
    REQUIRE(slot != NULL);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, put, NULL);
    pthread_create(&second, NULL, take, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
