/* Two threads meet at a barrier once in each round: a fast one writes the slot of the next round before the slow one
   has read that of this round. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int slots[2];

static void *work(void *argument)
{
    int me = *(int *)argument;
    for (int round = 0;; round = (round + 1) % 10) {
        atomic_store(&slots[me], round);
        pthread_barrier_wait(&barrier);
        assert(atomic_load(&slots[1 - me]) == round);
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
