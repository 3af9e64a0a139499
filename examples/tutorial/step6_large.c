// Clerks draw numbers: each looks at the numbers of all others and takes one more. doc/tutorial.md, step 6.
// With -DCLERKS=N there are N of them.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef CLERKS
#define CLERKS 5
#endif

static int numbers[CLERKS];

static void *draw(void *argument)
{
    int own = (int)(intptr_t)argument;
    int largest = 0;
    for (int other = 0; other < CLERKS; other++)
        if (numbers[other] > largest)
            largest = numbers[other];
    numbers[own] = largest + 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[CLERKS];
    for (int i = 0; i < CLERKS; i++)
        pthread_create(&threads[i], NULL, draw, (void *)(intptr_t)i);
    for (int i = 0; i < CLERKS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < CLERKS; i++)
        assert(numbers[i] <= CLERKS);
    return 0;
}
