/* Recursive, trying and timed C11 mutexes, with their own status codes. */
#include <assert.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

mtx_t lock;

int outsider(void *argument)
{
    struct timespec past = {0, 0};
    (void)argument;
    assert(mtx_trylock(&lock) == thrd_busy);
    assert(mtx_timedlock(&lock, &past) == thrd_timedout);
    return 0;
}

int main(void)
{
    thrd_t other;
    mtx_init(&lock, mtx_timed | mtx_recursive);
    assert(mtx_lock(&lock) == thrd_success);
    assert(mtx_trylock(&lock) == thrd_success);
    thrd_create(&other, outsider, NULL);
    thrd_join(other, NULL);
    mtx_unlock(&lock);
    mtx_unlock(&lock);
    mtx_destroy(&lock);
    return 0;
}
