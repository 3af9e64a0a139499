/* One thread adds under a lock, twice; the other has looked before, and overwrites what it finds with what it looked at and 4. A
 * run in which it does so last is needed. Where it takes the lock first, the second addition comes after it has given up the lock:
 * that the two can come in the other order is a matter of the taking, though the giving up happens in between. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t tickets;
int number;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    number = 4;
    pthread_mutex_unlock(&lock);
    sem_wait(&tickets);
    pthread_mutex_lock(&lock);
    number++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *overwrite(void *unused)
{
    assert(number != 44);
    int seen = number;
    pthread_mutex_lock(&lock);
    number = seen + 4;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&tickets, 0, 1);
    pthread_create(&first, NULL, add, NULL);
    pthread_create(&second, NULL, overwrite, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(number > 4);
    return 0;
}
