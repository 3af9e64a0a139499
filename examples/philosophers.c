// Dining philosophers: each takes the fork on the left, then the one on the right. When all hold their left fork nobody
// can go on, and raddle answers FALSE(deadlock). With -DPOLITE the last one takes the right fork first: TRUE.
#include <pthread.h>
#include <stdint.h>

enum { PHILOSOPHERS = 3 };

static pthread_mutex_t forks[PHILOSOPHERS];

static void *dine(void *argument)
{
    int seat = (int)(intptr_t)argument;
    int first = seat, second = (seat + 1) % PHILOSOPHERS;
#ifdef POLITE
    if (seat == PHILOSOPHERS - 1) {
        first = second;
        second = seat;
    }
#endif
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return NULL;
}

int main(void)
{
    pthread_t threads[PHILOSOPHERS];
    for (int seat = 0; seat < PHILOSOPHERS; seat++)
        pthread_mutex_init(&forks[seat], NULL);
    for (int seat = 0; seat < PHILOSOPHERS; seat++)
        pthread_create(&threads[seat], NULL, dine, (void *)(intptr_t)seat);
    for (int seat = 0; seat < PHILOSOPHERS; seat++)
        pthread_join(threads[seat], NULL);
    return 0;
}
