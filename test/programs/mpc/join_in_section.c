// While a section waits for the end of a thread others come in; after that end nobody does before the section is over,
// also if the thread ends because of another one's end.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static pthread_t first, second;
static int x, y, before, after, ended;

static void *end_first(void *argument)
{
    x = 1;
    return argument;
}

static void *end_second(void *argument)
{
    pthread_join(first, NULL);
    return argument;
}

static void *watch(void *argument)
{
    __VERIFIER_atomic_begin();
    before = y;
    pthread_join(second, NULL);
    after = y;
    __VERIFIER_assume(after != 3);
    __VERIFIER_atomic_end();
    return argument;
}

static void *count(void *argument)
{
    ended = x;
    y = 1;
    y = 2;
    y = 3;
    return argument;
}

int main(void)
{
    pthread_t watcher, counter;
    pthread_create(&first, NULL, end_first, NULL);
    pthread_create(&second, NULL, end_second, NULL);
    pthread_create(&watcher, NULL, watch, NULL);
    pthread_create(&counter, NULL, count, NULL);
    pthread_join(watcher, NULL);
    pthread_join(counter, NULL);
    assert(!ended || before == after);
    assert(!(before == 1 && after == 2));
    return 0;
}
