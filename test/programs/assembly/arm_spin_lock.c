// A lock of exclusive accesses: it excludes.
#include <assert.h>
#include <pthread.h>

static int lock_word, counter;

static void lock(void)
{
    int found, status;
    do
        __asm__ volatile("1: ldaxr %w0, %2\n"
                         "   cbnz %w0, 2f\n"
                         "   stxr %w1, %w3, %2\n"
                         "   cbnz %w1, 1b\n"
                         "2:"
                         : "=&r"(found), "=&r"(status), "+Q"(lock_word)
                         : "r"(1)
                         : "memory");
    while (found);
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
