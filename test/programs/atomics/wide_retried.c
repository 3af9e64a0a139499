/* A pair that changes as a whole, by an exchange that is too large for the processor and is tried until it succeeds: a
   failure without reason changes nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

typedef struct Pair {
    long first, second;
} Pair;

_Atomic Pair pair;

void *count(void *argument)
{
    Pair old = atomic_load(&pair), new;
    do {
        new.first = old.first + 1;
        new.second = old.second + 1;
    } while (!atomic_compare_exchange_weak(&pair, &old, new));
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, count, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    Pair last = atomic_load(&pair);
    assert(last.first == 2 && last.second == 2);
}
