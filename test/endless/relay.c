/* Each runner creates the next one as its last act, for ever: what a runner does comes after all that those before have
   done, without a lock. */
#include <assert.h>
#include <pthread.h>

static int running;
static unsigned laps;

static void *run(void *unused)
{
    pthread_t next;
    assert(running == 0);
    running = 1;
    laps++;
    running = 0;
    pthread_create(&next, 0, run, 0);
    return unused;
}

int main(void)
{
    pthread_t first;
    pthread_create(&first, 0, run, 0);
    pthread_exit(0);
}
