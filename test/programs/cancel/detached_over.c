/* The number of a detached thread is nobody's once the thread has ended, and nobody can tell whether it has. */
#include <pthread.h>

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_detach(worker);
    pthread_cancel(worker);
    return 0;
}
