/* Each thread has an input that chooses its order of the locks: with different ones they may deadlock. */
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void *take_both(void *argument)
{
    int outer = __VERIFIER_nondet_int();
    __VERIFIER_assume((outer >= 0) & (outer < 2));
    pthread_mutex_lock(&locks[outer]);
    pthread_mutex_lock(&locks[1 - outer]);
    pthread_mutex_unlock(&locks[1 - outer]);
    pthread_mutex_unlock(&locks[outer]);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, take_both, NULL);
    pthread_create(&threads[1], NULL, take_both, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
