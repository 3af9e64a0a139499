/* Three philosophers, each takes the left fork first. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void dine(pthread_mutex_t *left, pthread_mutex_t *right)
{
    pthread_mutex_lock(left);
    pthread_mutex_lock(right);
    pthread_mutex_unlock(right);
    pthread_mutex_unlock(left);
}

void *seat_one(void *argument)
{
    dine(&forks[0], &forks[1]);
    return argument;
}

void *seat_two(void *argument)
{
    dine(&forks[1], &forks[2]);
    return argument;
}

void *seat_three(void *argument)
{
    dine(&forks[2], &forks[0]);
    return argument;
}

int main(void)
{
    void *(*const seats[3])(void *) = {seat_one, seat_two, seat_three};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, seats[i], NULL);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}
