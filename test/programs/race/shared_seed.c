/* rand_r changes the seed it is given, which two threads share. */
#include <pthread.h>
#include <stdlib.h>

unsigned seed;

void *draw(void *argument)
{
    rand_r(&seed);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, draw, NULL);
    pthread_create(&threads[1], NULL, draw, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
