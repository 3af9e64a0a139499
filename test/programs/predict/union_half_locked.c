/* Both additions are under the lock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

union word {
    unsigned int whole;
    unsigned short halves[2];
};

union word shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *add_to_whole(void *argument)
{
    pthread_mutex_lock(&lock);
    shared.whole = shared.whole + 0x00010001;
    pthread_mutex_unlock(&lock);
    return argument;
}

void *add_to_half(void *argument)
{
    pthread_mutex_lock(&lock);
    shared.halves[0] = shared.halves[0] + 4;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, add_to_whole, NULL);
    pthread_create(&second, NULL, add_to_half, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(shared.halves[0] == 5);
    return 0;
}
