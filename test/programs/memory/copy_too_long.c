/* memcpy with a length that the other thread raises beyond the buffer. */
#include <pthread.h>
#include <stddef.h>
#include <string.h>

size_t length = 4;
const char source[8] = "raddle";
char buffer[4];

void *raise_length(void *argument)
{
    length = 8;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, raise_length, NULL);
    size_t seen = length;
    memcpy(buffer, source, seen);
    pthread_join(worker, NULL);
    return 0;
}
