/* The flag is read everywhere and set nowhere: main and the reader wait for ever. Every look leaves a thread as it was before. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int flag, level;

static int low(void)
{
    int last = 0;
    while (!atomic_load(&flag)) {
        last = atomic_load(&level);
    }
    return last;
}

void *reader(void *argument)
{
    if (low()) {
        atomic_store(&level, 2);
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    while (!atomic_load(&flag)) {
    }
    pthread_join(thread, NULL);
    return 0;
}
