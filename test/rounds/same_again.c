// A thread that goes on writing what is there does nothing for the one that waits: both are stuck.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int token, speaker;

static void *speak(void *unused)
{
    for (;;) {
        atomic_store(&speaker, 0);
        atomic_load(&speaker);
    }
    return unused;
}

static void *listen(void *unused)
{
    while (atomic_load(&token) != 1)
        continue;
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, speak, NULL);
    pthread_create(&second, NULL, listen, NULL);
    pthread_join(second, NULL);
    return 0;
}
