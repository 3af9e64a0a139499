// A message is handed over by a flag that is no atomic variable. doc/tutorial.md, step 7.
// With -DATOMIC it is one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
#ifdef ATOMIC
static atomic_int ready;
#else
static int ready;
#endif

static void *send(void *unused)
{
    message = 42;
    ready = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, send, NULL);
    if (ready)
        assert(message == 42);
    pthread_join(thread, NULL);
    return 0;
}
