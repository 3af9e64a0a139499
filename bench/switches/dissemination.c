/* A dissemination barrier of four threads, used twice. In each of two rounds a thread raises a flag of another one
   and waits for its own, which it takes down. A thread can leave without the neighbour whose flag it raised first
   having seen that: at the next barrier it raises a flag that is still up, and the neighbour waits for it for ever.
   Mended, the two barriers have their own flags.
   Violated: deadlock, line 37. */
#include <pthread.h>

#define THREADS 4
#define ROUNDS 2
#define BARRIERS 2
#ifdef RIGHT
#define SET(barrier) ((barrier) % 2)
#else
#define SET(barrier) (0 * (barrier))
#endif

typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t raised;
    int up;
} Flag;

static Flag flags[2][ROUNDS][THREADS];

static void raise_flag(Flag *flag)
{
    pthread_mutex_lock(&flag->mutex);
    flag->up = 1;
    pthread_cond_signal(&flag->raised);
    pthread_mutex_unlock(&flag->mutex);
}

static void take_down(Flag *flag)
{
    pthread_mutex_lock(&flag->mutex);
    while (!flag->up)
        pthread_cond_wait(&flag->raised, &flag->mutex);
    flag->up = 0;
    pthread_mutex_unlock(&flag->mutex);
}

static void *work(void *argument)
{
    int me = *(int *)argument;
    for (int barrier = 0; barrier < BARRIERS; barrier++)
        for (int round = 0; round < ROUNDS; round++) {
            raise_flag(&flags[SET(barrier)][round][(me + (1 << round)) % THREADS]);
            take_down(&flags[SET(barrier)][round][me]);
        }
    return 0;
}

int main(void)
{
    static int numbers[THREADS] = {0, 1, 2, 3};
    pthread_t threads[THREADS];
    for (int i = 0; i < 2 * ROUNDS * THREADS; i++) {
        Flag *flag = &flags[i % 2][i / 2 % ROUNDS][i / 2 / ROUNDS];
        pthread_mutex_init(&flag->mutex, 0);
        pthread_cond_init(&flag->raised, 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, work, &numbers[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
