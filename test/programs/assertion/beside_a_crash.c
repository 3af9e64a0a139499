/* One thread crashes, which nobody asked about; the other one's assertion can fail before that. */
#include <assert.h>
#include <pthread.h>

int value;

void *crash(void *argument)
{
    int *nowhere = 0;
    *nowhere = 1;
    return argument;
}

void *count(void *argument)
{
    value = 1;
    value = 2;
    assert(value != 2);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, crash, 0);
    pthread_create(&second, 0, count, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
