/* The pointer is claimed by an atomic exchange, so only one thread frees the block; free(NULL) is harmless. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(char *) block;

void *release(void *argument)
{
    char *mine = atomic_exchange(&block, NULL);
    free(mine);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    atomic_store(&block, malloc(8));
    pthread_create(&first, NULL, release, NULL);
    pthread_create(&second, NULL, release, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
