// In reality the text stays in the buffer of the stream, and the reader waits for ever.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static int ends[2];
static void *look(void *unused)
{
    char byte;
    read(ends[0], &byte, 1);
    return NULL;
}
int main(void)
{
    pthread_t reader;
    pipe(ends);
    FILE *writer = fdopen(ends[1], "w");
    pthread_create(&reader, NULL, look, NULL);
    fputs("text", writer);
    pthread_join(reader, NULL);
    return 0;
}
