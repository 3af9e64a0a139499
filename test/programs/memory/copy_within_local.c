/* A local copied onto itself, with all places known beforehand. */
#include <pthread.h>
#include <string.h>

void *work(void *argument)
{
    char local[8] = "abcdefg";
    memcpy(local, local + 2, 4);
    return local[0] ? argument : NULL;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    return 0;
}
