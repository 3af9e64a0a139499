// Much output, of several threads.
#include <pthread.h>
#include <stdio.h>
static int shared;
static void *print(void *argument)
{
    for (int i = 0; i < 100000; i++)
        printf("%s %d: a line of some length, and nothing in it that matters\n", (char *)argument, shared++);
    return NULL;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, print, "one");
    pthread_create(&b, NULL, print, "two");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
