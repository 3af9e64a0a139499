// Threads add to a variable by compare-exchange, and try again when another was faster. Such a round might as well not have
// been, unless somebody keeps count of it (COUNTED), or looks at two things in it, of which one was old (PAIR).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 2 };

static atomic_int total, version;
static int failed[THREADS];

static void *add(void *argument)
{
    int *own = argument;
    for (;;) {
        int before = atomic_load(&version);
        int seen = atomic_load(&total);
#ifdef PAIR
        assert(before == seen); // the total is written first
#endif
        if (before == seen && atomic_compare_exchange_strong(&total, &seen, seen + 1))
            break;
#ifdef COUNTED
        assert(++*own < 2);
#endif
    }
    atomic_fetch_add(&version, 1);
    return own;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, add, &failed[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(total == THREADS && version == THREADS);
    return 0;
}
