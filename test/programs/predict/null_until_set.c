/* The pointer is null until the first thread has set it. */
#include <pthread.h>
#include <stddef.h>

int value = 3;
int *pointer;
int seen;

void *setter(void *argument)
{
    pointer = &value;
    return argument;
}

void *user(void *argument)
{
    seen = *pointer;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, setter, NULL);
    pthread_create(&second, NULL, user, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
