/* Main joins one thread, writes, and joins another, which has ended already where it is the first to go. The write does not
 * depend on that: who waits for it may come before the other. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *look(void *unused)
{
    (void)unused;
    return (void *)(long)atomic_load(&x);
}

static void *follow(void *unused)
{
    (void)unused;
    int seen = atomic_load(&y);
    atomic_store(&x, 1);
    return (void *)(long)seen;
}

static void *begin(void *unused)
{
    atomic_store(&x, 3);
    return unused;
}

int main(void)
{
    pthread_t looking, following, beginning;
    void *looked, *followed;
    pthread_create(&looking, NULL, look, NULL);
    pthread_create(&following, NULL, follow, NULL);
    pthread_create(&beginning, NULL, begin, NULL);
    pthread_join(beginning, NULL);
    atomic_store(&y, 3);
    pthread_join(looking, &looked);
    pthread_join(following, &followed);
    assert(!((long)looked == 1 && (long)followed == 3));
    return 0;
}
