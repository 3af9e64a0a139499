// An increment without the prefix lock reads and writes in two steps, and one can be lost.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *work(void *argument)
{
    __asm__ volatile("incl %0" : "+m"(counter) : : "memory", "cc");
    return argument;
}

int main(void)
{
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    assert(counter == 2);
    return 0;
}
