/* The jump comes before there is a place to jump to. */
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

static jmp_buf place;
static atomic_int marked;

static void *hurry(void *unused)
{
    marked = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, hurry, NULL);
    if (!marked && setjmp(place))
        return 0;
    if (marked)
        longjmp(place, 1);
    pthread_join(thread, NULL);
    return 0;
}
