// A thread says that it is up until it is told to stop. What it writes is mostly there already, and no change; but main
// may write something else in the middle of a round, and then the next round is one: nobody waits for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int up = 1, stop;

static void *say(void *unused)
{
    while (!atomic_load(&stop))
        atomic_store(&up, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, say, NULL);
    atomic_store(&up, 0);
    while (!atomic_load(&up))
        ;
    atomic_store(&stop, 1);
    pthread_join(thread, NULL);
    return 0;
}
