/* Two threads on the same line, no order between them. */
#include <pthread.h>
#include <stddef.h>

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
    return 0;
}
