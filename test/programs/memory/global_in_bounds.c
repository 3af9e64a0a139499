/* The slot is claimed and checked under the lock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int table[1];
int used;

void *append(void *argument)
{
    pthread_mutex_lock(&lock);
    if (used < 1) {
        table[used] = 1;
        used = used + 1;
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, append, NULL);
    pthread_create(&second, NULL, append, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(used == 1);
    return 0;
}
