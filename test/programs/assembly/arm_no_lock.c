// A lock that is read and written in two steps: both may get it, and an update is lost.
#include <assert.h>
#include <pthread.h>

static int lock_word, counter;

static void lock(void)
{
    int found;
    do
        __asm__ volatile("ldar %w0, %1" : "=r"(found) : "Q"(lock_word) : "memory");
    while (found);
    __asm__ volatile("stlr %w1, %0" : "=Q"(lock_word) : "r"(1) : "memory");
}

static void unlock(void)
{
    __asm__ volatile("stlr wzr, %0" : "=Q"(lock_word) : : "memory");
}

static void *work(void *argument)
{
    lock();
    counter++;
    unlock();
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
