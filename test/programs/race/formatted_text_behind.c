/* Behind what snprintf writes, nothing is touched. */
#include <pthread.h>
#include <stdio.h>

char text[4] = "abc";
char buffer[16];

void *show(void *argument)
{
    snprintf(buffer, sizeof buffer, "%s!", "ab");
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, show, NULL);
    char seen = buffer[4];
    (void)seen;
    pthread_join(thread, NULL);
    return 0;
}
