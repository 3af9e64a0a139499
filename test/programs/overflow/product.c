/* Two sizes, each harmless, whose product does not fit once both have grown. */
#include <pthread.h>
#include <stddef.h>

int width = 40000;
int height = 10;

void *grow(void *argument)
{
    height = 60000;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, grow, NULL);
    int area = width * height;
    pthread_join(worker, NULL);
    return area == 0;
}
