/* Two threads with two increments each, without a lock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int counter;

void *work(void *argument)
{
    for (int i = 0; i < 2; i++) {
        counter++;
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 4);
    return 0;
}
