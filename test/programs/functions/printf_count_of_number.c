/* How much printf has printed depends on the number. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

int number, printed;

void *set(void *argument)
{
    number = 10;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    printf("%d%n\n", number, &printed);
    pthread_join(thread, NULL);
    assert(printed == 1);
    return 0;
}
