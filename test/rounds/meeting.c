/* Two threads meet at a barrier for ever; between two meetings each has written its number of rounds, modulo 10. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int rounds[2];

static void *work(void *argument)
{
    int me = *(int *)argument;
    for (int round = 0;; round = (round + 1) % 10) {
        rounds[me] = round;
        pthread_barrier_wait(&barrier);
        assert(rounds[1 - me] == round);
        pthread_barrier_wait(&barrier);
    }
    return 0;
}

int main(void)
{
    static int numbers[2] = {0, 1};
    pthread_t threads[2];
    pthread_barrier_init(&barrier, 0, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, &numbers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
