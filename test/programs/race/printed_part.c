/* printf reads no further than the precision says. */
#include <pthread.h>
#include <stdio.h>

char text[4] = "abc";
char buffer[16];

void *show(void *argument)
{
    printf("%.2s\n", text);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, show, NULL);
    text[2] = 'x';
    pthread_join(thread, NULL);
    return 0;
}
