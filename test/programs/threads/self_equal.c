/* Thread identifiers: one's own equals itself and the one create returned, and differs from others. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_t main_thread;
pthread_t seen;

void *work(void *argument)
{
    pthread_t self = pthread_self();
    assert(pthread_equal(self, pthread_self()));
    assert(!pthread_equal(self, main_thread));
    seen = self;
    return argument;
}

int main(void)
{
    pthread_t worker;
    main_thread = pthread_self();
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    assert(pthread_equal(seen, worker));
    return 0;
}
