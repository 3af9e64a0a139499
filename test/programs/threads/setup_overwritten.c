// What main wrote last before it created the thread is what the thread can read, not what it wrote before: 3, or 5 if
// main is quick.
#include <assert.h>
#include <pthread.h>

static int x = 1, y, seen;
static int *where;

static void *look(void *argument)
{
    seen = x;
    y = *where;
    return argument;
}

int main(void)
{
    pthread_t thread;
    x = 2;
    y = x + 1;
    x = y;
    where = &y;
    __atomic_fetch_add(&y, x - 3, __ATOMIC_SEQ_CST);
    where = &x;
    pthread_create(&thread, NULL, look, NULL);
    x = 5;
    pthread_join(thread, NULL);
    assert((seen == 3) | (seen == 5));
    assert((y >= seen) & (y != 1) & (y != 2));
#ifdef WRONG
    assert(seen == 3);
#endif
    return 0;
}
