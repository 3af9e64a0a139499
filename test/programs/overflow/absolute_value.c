/* The least integer has no absolute value. */
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

int difference = INT_MIN + 1;

void *work(void *argument)
{
    int distance = abs(difference);
    return distance ? argument : NULL;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    difference--;
    pthread_join(worker, NULL);
    return 0;
}
