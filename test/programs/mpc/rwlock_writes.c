/* The writer excludes the reader, whichever value it writes. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int low, high;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *writer(void *argument)
{
    int value = __VERIFIER_nondet_int();
    pthread_rwlock_wrlock(&lock);
    if (value > 0) {
        low = value;
        high = value;
    }
    pthread_rwlock_unlock(&lock);
    return argument;
}

void *reader(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    assert(low == high);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
