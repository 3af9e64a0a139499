/* How much printf has printed depends on what the other thread has made of the string. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

char word[4] = "abc";
int printed;

void *print(void *argument)
{
    printf("%s%n\n", word, &printed);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, print, NULL);
    word[0] = 0;
    pthread_join(thread, NULL);
    assert(printed == 3);
    return 0;
}
