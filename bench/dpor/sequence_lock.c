/* One thread changes two numbers ROUNDS times and counts before and after it, N others read both until the count
 * is even and has stayed. Attempts that fail might as well not have been made, the others come before all changes
 * or after some of them: (ROUNDS + 1)^N orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 1
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

atomic_int count, x, y;

static void *change(void *argument)
{
    for (int i = 1; i <= ROUNDS; i++) {
        atomic_store(&count, 2 * i - 1);
        atomic_store(&x, i);
        atomic_store(&y, i);
        atomic_store(&count, 2 * i);
    }
    return argument;
}

static void *read_both(void *argument)
{
    for (;;) {
        int before = atomic_load(&count);
        if (before % 2)
            continue;
        int first = atomic_load(&x), second = atomic_load(&y);
        if (atomic_load(&count) != before)
            continue;
        assert(first == second);
        return argument;
    }
}

int main(void)
{
    pthread_t threads[N + 1];
    pthread_create(&threads[N], 0, change, 0);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, read_both, (void *)i);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
