/* The input chooses the lock, for both threads the same one. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int total;
pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int which;

void *add(void *argument)
{
    pthread_mutex_lock(&locks[which]);
    total++;
    pthread_mutex_unlock(&locks[which]);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    which = __VERIFIER_nondet_int();
    __VERIFIER_assume((which >= 0) & (which < 2));
    pthread_create(&threads[0], NULL, add, NULL);
    pthread_create(&threads[1], NULL, add, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(total == 2);
    return 0;
}
