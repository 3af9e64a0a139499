/* memcpy may not copy to where its source is. The other thread makes the distance too small. */
#include <pthread.h>
#include <string.h>

char text[16] = "abcdefgh";
int distance = 4;

void *work(void *argument)
{
    memcpy(text + distance, text, 4);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    distance = 3;
    pthread_join(worker, NULL);
    return 0;
}
