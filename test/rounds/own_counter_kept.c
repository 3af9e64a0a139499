/* The counter of a thread does not go on where that of the one before ended. */
#include <assert.h>
#include <pthread.h>
static _Thread_local int count;
static int last;
static void *visit(void *unused)
{
    count++;
    assert(count == 2);
    last = count;
    return unused;
}
int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, visit, 0);
        pthread_join(thread, 0);
        assert(last == 1);
    }
}
