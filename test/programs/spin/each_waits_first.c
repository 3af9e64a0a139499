/* All three wait for the next one to begin before they begin themselves. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int begun[3];

static void begin(int which)
{
    while (!atomic_load(&begun[(which + 1) % 3])) {
    }
    atomic_store(&begun[which], 1);
}

void *one(void *argument)
{
    begin(1);
    return argument;
}

void *two(void *argument)
{
    begin(2);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, two, NULL);
    begin(0);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
