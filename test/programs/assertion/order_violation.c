/* The consumer relies on a set-up that another thread does at its own pace. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct device {
    int opened;
    int speed;
};

struct device device;

void *set_up(void *argument)
{
    device.speed = 9600;
    device.opened = 1;
    return argument;
}

void *use(void *argument)
{
    assert(device.opened);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, set_up, NULL);
    pthread_create(&second, NULL, use, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
