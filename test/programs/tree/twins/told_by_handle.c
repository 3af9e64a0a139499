/* Something is made of handles and of who one is. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_t threads[2];
atomic_long first;
atomic_int begun;

static void *work(void *argument)
{
    long nobody = 0;
#ifdef SELF
    atomic_compare_exchange_strong(&first, &nobody, (long)pthread_self());
#else
    atomic_compare_exchange_strong(&first, &nobody, 1 + atomic_fetch_add(&begun, 1));
#endif
    return argument;
}

#ifdef OTHER
static void *join(void *argument)
{
    pthread_join(threads[1], 0);
    assert(atomic_load(&begun) == 2);
    return argument;
}
#endif

int main(void)
{
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
#ifdef OTHER
    pthread_t joiner;
    pthread_create(&joiner, 0, join, 0);
    pthread_join(threads[0], 0);
    pthread_join(joiner, 0);
#else
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
#endif
#ifdef SELF
    assert(first == (long)threads[0]);
#endif
    return 0;
}
