#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), reach_error(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *attempt(void *argument)
{
    if (pthread_mutex_trylock(&lock) == 0) {
        __VERIFIER_atomic_begin();
        reach_error();
        __VERIFIER_atomic_end();
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, attempt, NULL);
    pthread_create(&second, NULL, attempt, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
