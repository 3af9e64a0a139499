/* Who joins one of two threads that are alike, and does something before he joins the other, can tell them apart: what is
 * violated is so only if a certain one of them was the first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count, go;

static void *work(void *argument)
{
    int number = atomic_fetch_add(&count, 1);
#ifdef WAITS
    while (!number && !atomic_load(&go))
        ;
#endif
    return (void *)(long)(number + 1);
}

int main(void)
{
    pthread_t first, second;
    void *result = 0, *other = 0;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
#if defined RESULT
    pthread_join(first, &result);
    pthread_join(second, &other);
    assert(result < other);
#elif defined WAITS
    /* The one that comes first ends only after this, so that it must be the second one. */
    pthread_join(first, 0);
    assert(!atomic_load(&count));
#elif defined ONE
    pthread_join(second, 0);
    assert(atomic_load(&count) == 2);
#else
    pthread_join(first, 0);
    assert(atomic_load(&count) != 1);
    pthread_join(second, 0);
#endif
    (void)result;
    (void)other;
    return 0;
}
