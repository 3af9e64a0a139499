/* The two bytes are written under the lock under which they are read. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

unsigned short pair;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *argument)
{
    pthread_mutex_lock(&lock);
    unsigned char *bytes = (unsigned char *)&pair;
    bytes[0] = 1;
    bytes[1] = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

void *reader(void *argument)
{
    pthread_mutex_lock(&lock);
    unsigned short whole = pair;
    pthread_mutex_unlock(&lock);
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
