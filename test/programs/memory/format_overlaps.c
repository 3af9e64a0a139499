/* A text is made where one lies of which it is made. */
#include <pthread.h>
#include <stdio.h>

char line[16] = "one";
const char *part = "two";

void *work(void *argument)
{
    snprintf(line, sizeof line, "%s, %s", line, part);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    return 0;
}
