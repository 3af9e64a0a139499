/* A buffer on the stack for short messages, on the heap for long ones, and a free that mixes them up. */
#include <pthread.h>
#include <stdlib.h>

int length;

void *send(void *argument)
{
    char small[16];
    char *buffer = length <= 16 ? small : malloc(64);
    buffer[0] = 'x';
    if (length > 16) {
        free(buffer);
    }
    return argument;
}

int main(void)
{
    pthread_t sender;
    length = 8;
    pthread_create(&sender, NULL, send, NULL);
    length = 32;
    pthread_join(sender, NULL);
    return 0;
}
