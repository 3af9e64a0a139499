/* A jump out of a block ends the life of its locals. */
#include <pthread.h>
#include <setjmp.h>

static jmp_buf place;
static int *pointer, number;

static void *run(void *unused)
{
    if (!setjmp(place)) {
        int local = 1;
        pointer = &local;
        longjmp(place, 1);
    }
    number = *pointer;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    return 0;
}
