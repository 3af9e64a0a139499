/* A number of a thread that was joined is nobody's, not even to ask whether it lives. */
#include <pthread.h>
#include <signal.h>

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_kill(worker, 0);
    pthread_join(worker, NULL);
    pthread_kill(worker, 0);
    return 0;
}
