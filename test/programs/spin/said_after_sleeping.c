// A thread says that it is up, sleeps, and says it again, for ever. What it writes may be there already for many rounds;
// when main writes something else, the thread does not idle any more, and main does not wait for ever.
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int up = 1;

static void *say(void *unused)
{
    for (;;) {
        atomic_store(&up, 1);
        sleep(1);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, say, NULL);
    atomic_store(&up, 0);
    while (!atomic_load(&up))
        ;
    return 0;
}
