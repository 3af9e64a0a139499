/* Dekker's algorithm for two threads, for ever: whoever sees that the other one wants in, too, waits for its turn
   without insisting, so one of them gets in, and never both. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void enter(int me)
{
    atomic_store(&wants[me], 1);
    while (atomic_load(&wants[1 - me])) {
        if (atomic_load(&turn) != me) {
            atomic_store(&wants[me], 0);
            while (atomic_load(&turn) != me)
                ;
            atomic_store(&wants[me], 1);
        }
    }
}

static void leave(int me)
{
    atomic_store(&turn, 1 - me);
    atomic_store(&wants[me], 0);
}

static void *work(void *argument)
{
    int me = *(int *)argument;
    for (;;) {
        enter(me);
        assert(inside == 0);
        inside = 1;
        inside = 0;
        leave(me);
    }
    return 0;
}

int main(void)
{
    static int numbers[2] = {0, 1};
    pthread_t first, second;
    pthread_create(&first, 0, work, &numbers[0]);
    pthread_create(&second, 0, work, &numbers[1]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
