/* Three stations pass a token round for ever: only the one that has it writes what is not atomic. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STATIONS 3

static atomic_int token;
static int speaker;

static void *speak(void *argument)
{
    int me = *(int *)argument;
    for (;;) {
        while (atomic_load(&token) != me)
            ;
        speaker = me;
        assert(speaker == me);
        atomic_store(&token, (me + 1) % STATIONS);
    }
    return 0;
}

int main(void)
{
    static int numbers[STATIONS] = {0, 1, 2};
    pthread_t stations[STATIONS];
    for (int i = 0; i < STATIONS; i++)
        pthread_create(&stations[i], 0, speak, &numbers[i]);
    for (int i = 0; i < STATIONS; i++)
        pthread_join(stations[i], 0);
    return 0;
}
