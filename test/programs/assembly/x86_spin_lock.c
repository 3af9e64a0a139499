// A lock of exchanges, waited for by reading: it excludes.
#include <assert.h>
#include <pthread.h>

static int lock_word, counter;

static void lock(void)
{
    int taken = 1;
    for (;;) {
        __asm__ volatile("xchgl %0, %1" : "+r"(taken), "+m"(lock_word) : : "memory");
        if (!taken)
            return;
        do {
            __asm__ volatile("pause" : : : "memory");
            __asm__ volatile("movl %1, %0" : "=r"(taken) : "m"(lock_word) : "memory");
        } while (taken);
        taken = 1;
    }
}

static void unlock(void)
{
    __asm__ volatile("movl $0, %0" : "=m"(lock_word) : : "memory");
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
