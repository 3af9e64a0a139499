/* The length is read once and cut to the size of the buffer. */
#include <assert.h>
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
    memcpy(buffer, source, seen < sizeof buffer ? seen : sizeof buffer);
    pthread_join(worker, NULL);
    assert(buffer[3] == 'd');
    return 0;
}
