/* volatile is no synchronisation. */
#include <pthread.h>
#include <stddef.h>

volatile int turns;

void *turn(void *argument)
{
    turns = turns + 1;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, turn, NULL);
    pthread_create(&second, NULL, turn, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
