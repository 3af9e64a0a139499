/* Two threads meet at a barrier twice in each round, for ever: each reads the other one's slot after it is written and
   before it is written again. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int slots[2];

static void *work(void *argument)
{
    int me = *(int *)argument;
    for (int round = 0;; round = (round + 1) % 10) {
        slots[me] = round;
        pthread_barrier_wait(&barrier);
        assert(slots[1 - me] == round);
        pthread_barrier_wait(&barrier);
    }
    return 0;
}

int main(void)
{
    static int numbers[2] = {0, 1};
    pthread_t first, second;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&first, 0, work, &numbers[0]);
    pthread_create(&second, 0, work, &numbers[1]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
