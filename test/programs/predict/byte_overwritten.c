/* One thread writes the whole, one a byte of it; the byte is the last to be written in the observed run only. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

unsigned int cells[2];

void *whole(void *argument)
{
    cells[0] = 0x01010101;
    return argument;
}

void *part(void *argument)
{
    unsigned char *bytes = (unsigned char *)&cells[0];
    bytes[1] = 0xff;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, whole, NULL);
    pthread_create(&second, NULL, part, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    unsigned char *bytes = (unsigned char *)cells;
    assert(bytes[1] == 0xff);
    return 0;
}
