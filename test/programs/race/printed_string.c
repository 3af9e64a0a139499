/* printf reads every character of the string. */
#include <pthread.h>
#include <stdio.h>

char text[4] = "abc";
char buffer[16];

void *show(void *argument)
{
    printf("%d %s\n", 1, text);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, show, NULL);
    text[1] = 'x';
    pthread_join(thread, NULL);
    return 0;
}
