/* thrd_current, thrd_equal, thrd_yield and thrd_detach. */
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <threads.h>

thrd_t main_thread;
atomic_int finished;

int work(void *argument)
{
    (void)argument;
    assert(!thrd_equal(thrd_current(), main_thread));
    assert(thrd_equal(thrd_current(), thrd_current()));
    atomic_store(&finished, 1);
    return 0;
}

int main(void)
{
    thrd_t worker;
    main_thread = thrd_current();
    thrd_create(&worker, work, NULL);
    assert(thrd_detach(worker) == thrd_success);
    thrd_yield();
    int seen = atomic_load(&finished);
    assert(seen == 0 || seen == 1);
    return 0;
}
