/* A thread that was joined is no thread any more. */
#include <pthread.h>

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    pthread_cancel(worker);
    return 0;
}
