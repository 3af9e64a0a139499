/* A ring of three stations, in which the token is raised at the next one before it is taken down, with a monitor
   that makes a new token when it finds none, station by station, twice. The old one goes round behind its back, both
   times, and then there are two. Mended, the monitor also looks whether the token was handed on meanwhile.
   Violated: assertion, line 22. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STATIONS 3
#define TURNS 3 /* how often each station looks whether it has the token */
#define SCANS 2

static atomic_int has_token[STATIONS] = {0, 1, 0}, passes, speaker;

static void *speak(void *argument)
{
    int me = *(int *)argument, next = (me + 1) % STATIONS;
    for (int i = 0; i < TURNS; i++) {
        if (!atomic_load(&has_token[me]))
            continue;
        atomic_store(&speaker, me);
        assert(atomic_load(&speaker) == me);
        if (atomic_load(&has_token[next]))
            continue;
        atomic_fetch_add(&passes, 1);
        atomic_store(&has_token[next], 1);
        atomic_store(&has_token[me], 0);
    }
    return 0;
}

static void *watch(void *unused)
{
    int before = atomic_load(&passes);
    for (int i = 0; i < SCANS * STATIONS; i++)
        if (atomic_load(&has_token[i % STATIONS]))
            return unused;
#ifdef RIGHT
    if (atomic_load(&passes) != before)
        return unused;
#else
    (void)before;
#endif
    atomic_store(&has_token[1], 1);
    return unused;
}

int main(void)
{
    static int numbers[STATIONS] = {0, 1, 2};
    pthread_t stations[STATIONS], monitor;
    for (int i = 0; i < STATIONS; i++)
        pthread_create(&stations[i], 0, speak, &numbers[i]);
    pthread_create(&monitor, 0, watch, 0);
    for (int i = 0; i < STATIONS; i++)
        pthread_join(stations[i], 0);
    pthread_join(monitor, 0);
    return 0;
}
