/* A lock made of an exchange, of which the first to take it forgets to give it up. The others try again and again, which
 * changes nothing: each of them is as good as blocked, and in the end all are. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int held, done;

static void take(void)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong(&held, &expected, 1))
        expected = 0;
}

static void *careful(void *unused)
{
    take();
    atomic_fetch_add(&done, 1);
    atomic_store(&held, 0);
    return unused;
}

static void *careless(void *unused)
{
    take();
    if (atomic_load(&done) != 1)
        atomic_store(&held, 0);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, careful, 0);
    pthread_create(&threads[1], 0, careless, 0);
    pthread_create(&threads[2], 0, careful, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    take();
    return 0;
}
