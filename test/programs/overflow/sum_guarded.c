/* Under the lock the limit is looked at before the addition; unsigned numbers may wrap anyway. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total = INT_MAX - 1;
unsigned ticket = UINT_MAX;

void *add_one(void *argument)
{
    pthread_mutex_lock(&lock);
    if (total < INT_MAX) {
        total = total + 1;
    }
    ticket++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, add_one, NULL);
    pthread_create(&second, NULL, add_one, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(total == INT_MAX && ticket == 1);
    return 0;
}
