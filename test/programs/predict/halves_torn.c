/* Two bytes are written one by one and read as one: the reader may see one of them. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

unsigned short pair;

void *writer(void *argument)
{
    unsigned char *bytes = (unsigned char *)&pair;
    bytes[0] = 1;
    bytes[1] = 1;
    return argument;
}

void *reader(void *argument)
{
    unsigned short whole = pair;
    assert((whole == 0) | (whole == 0x0101));
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
