/* A tree of N threads, in which each creates two others, waits for them and adds their sums to its own: one order. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

int sums[N];

static void *add_up(void *argument)
{
    long number = (long)argument;
    pthread_t children[2];
    sums[number] = 1;
    for (long i = 0; i < 2; i++)
        if (2 * number + 1 + i < N)
            pthread_create(&children[i], 0, add_up, (void *)(2 * number + 1 + i));
    for (long i = 0; i < 2; i++)
        if (2 * number + 1 + i < N) {
            pthread_join(children[i], 0);
            sums[number] += sums[2 * number + 1 + i];
        }
    return 0;
}

int main(void)
{
    pthread_t root;
    pthread_create(&root, 0, add_up, 0);
    pthread_join(root, 0);
    assert(sums[0] == N);
    return 0;
}
