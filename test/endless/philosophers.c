/* Three philosophers, each takes the fork to the left and then the one to the right: when all have the left one, all
   wait. It takes three threads. */
#include <pthread.h>

static pthread_mutex_t fork_of[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *dine(void *argument)
{
    int left = *(int *)argument;
    int right = (left + 1) % 3;
    for (;;) {
        pthread_mutex_lock(&fork_of[left]);
        pthread_mutex_lock(&fork_of[right]);
        pthread_mutex_unlock(&fork_of[right]);
        pthread_mutex_unlock(&fork_of[left]);
    }
    return 0;
}

int main(void)
{
    static int seats[3] = {0, 1, 2};
    pthread_t philosophers[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&philosophers[i], 0, dine, &seats[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(philosophers[i], 0);
    return 0;
}
