/* Whose buffer it is depends on who marked it last. */
#include <pthread.h>
#include <setjmp.h>

static jmp_buf place;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused)
{
    int back;
    pthread_mutex_lock(&mutex);
    back = setjmp(place);
    if (!back)
        pthread_mutex_unlock(&mutex);
    if (back)
        return unused;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    longjmp(place, 1);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    run(NULL);
    pthread_join(thread, NULL);
    return 0;
}
