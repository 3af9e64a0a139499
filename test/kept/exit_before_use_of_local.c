// Both of two threads can end the process. If main does, a third thread stands before a use of what has gone with main.
#include <pthread.h>
#include <stdlib.h>
int x;
void *thread_2(void *argument)
{
    int *cell = argument;
    return *cell ? argument : NULL;
}
void *thread_1(void *argument)
{
    x = 1;
    pthread_t t2;
    pthread_create(&t2, NULL, thread_2, argument);
    exit(0);
}
int main(void)
{
    int number = 0;
    pthread_t t1;
    pthread_create(&t1, NULL, thread_1, &number);
    if (x) {
    }
    return 0;
}
