/* An unsigned remainder by a size that is still zero in one of the orders. */
#include <pthread.h>
#include <stddef.h>

unsigned buckets;

void *configure(void *argument)
{
    buckets = 8;
    return argument;
}

void *hash(void *argument)
{
    unsigned size = buckets;
    unsigned key = 21;
    return key % size == 5 ? argument : NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, configure, NULL);
    pthread_create(&second, NULL, hash, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
