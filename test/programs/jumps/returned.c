/* A jump into a function that has returned. */
#include <pthread.h>
#include <setjmp.h>

static jmp_buf place;
static int marks;

static void mark(void)
{
    if (setjmp(place))
        marks++;
}

static void *run(void *unused)
{
    mark();
    longjmp(place, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    return 0;
}
