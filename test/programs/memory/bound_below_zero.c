/* One less than no elements is a large bound, as an unsigned number. */
#include <pthread.h>
#include <stddef.h>

struct List {
    int items[4];
    int more[4];
} list;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned count = 4;

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    unsigned all = count;
    pthread_mutex_unlock(&lock);
    if (all <= 4)
        for (unsigned i = 0; i < all - 1 && i < 6; i++)
            list.items[i] = (int)i;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    count = 0;
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    return 0;
}
