/* The program declares the threads library itself, with types smaller than the system's: a handle and a mutex of 4 bytes
   each, side by side in arrays. The library must not write beyond them. */
#include <assert.h>

typedef int pthread_t;
typedef struct {
    int state;
} pthread_mutex_t;

int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);

struct {
    pthread_mutex_t lock;
    int count;
    pthread_mutex_t other;
} counter;

void *work(void *argument)
{
    pthread_mutex_t *lock = argument;
    pthread_mutex_lock(lock);
    counter.count = counter.count + 1;
    pthread_mutex_unlock(lock);
    return argument;
}

int main(void)
{
    pthread_t workers[2];
    pthread_create(&workers[1], 0, work, &counter.lock);
    pthread_create(&workers[0], 0, work, &counter.lock);
    pthread_join(workers[0], 0);
    pthread_join(workers[1], 0);
    assert(counter.count == 2);
    return 0;
}
