/* A thread writes what two others read. That one of them reads before the write and the other after it is found where
 * the writer has been tried before, and sleeps: the first reader has to wake it up. With -DWRITER_LAST the second reader
 * takes main along, which waits for the first, too. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *writer(void *unused)
{
    atomic_store(&x, 1);
    return unused;
}

static void *slow(void *unused)
{
    (void)unused;
    atomic_store(&y, 1);
    return (void *)(long)atomic_load(&x);
}

static void *fast(void *unused)
{
    (void)unused;
    return (void *)(long)atomic_load(&x);
}

int main(void)
{
    void *(*functions[3])(void *) = {writer, slow, fast};
    void *seen_slowly = 0, *seen_fast = 0;
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, functions[i], 0);
#ifdef WRITER_LAST
    for (int i = 2; i >= 0; i--)
#else
    for (int i = 0; i < 3; i++)
#endif
        pthread_join(threads[i], functions[i] == slow ? &seen_slowly : functions[i] == fast ? &seen_fast : 0);
    assert(seen_slowly || !seen_fast);
    return 0;
}
