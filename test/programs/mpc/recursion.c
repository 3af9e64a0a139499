/* How deep two threads go down is for their inputs to say; 2 levels each at most. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int depth;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void descend(int levels)
{
    if (levels > 0) {
        pthread_mutex_lock(&lock);
        depth++;
        pthread_mutex_unlock(&lock);
        descend(levels - 1);
    }
}

void *walk(void *argument)
{
    int levels = __VERIFIER_nondet_int();
    __VERIFIER_assume(levels <= 2);
    descend(levels);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, walk, NULL);
    pthread_create(&threads[1], NULL, walk, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(depth <= 4);
    return 0;
}
