/* Neighbours are swapped by one thread after the other: all values stay. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int table[4] = {1, 2, 4, 8};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *swap(void *argument)
{
    int from = __VERIFIER_nondet_int();
    __VERIFIER_assume((from >= 0) & (from < 3));
    pthread_mutex_lock(&lock);
    int saved = table[from];
    table[from] = table[from + 1];
    table[from + 1] = saved;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, swap, NULL);
    pthread_create(&threads[1], NULL, swap, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(table[0] + table[1] + table[2] + table[3] == 15);
    return 0;
}
