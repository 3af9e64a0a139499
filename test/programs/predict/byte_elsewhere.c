/* The byte that one thread writes belongs to another element. */
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
    unsigned char *bytes = (unsigned char *)&cells[1];
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
    assert(bytes[5] == 0xff);
    return 0;
}
