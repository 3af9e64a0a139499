/*
 * Readers hold the lock together.
 *
 * Interleavings: rdlock and unlock in each of two threads, nothing ever blocks: C(4,2) = 6. The load of `value`, which
 * nobody ever writes, is invisible.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value = 3;

void *look(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    int seen = value;
    pthread_rwlock_unlock(&lock);
    assert(seen == 3);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, look, NULL);
    pthread_create(&second, NULL, look, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
