// An increment with the prefix lock is one step.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *work(void *argument)
{
    __asm__ volatile("lock; incl %0" : "+m"(counter) : : "memory", "cc");
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
