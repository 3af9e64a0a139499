/*
 * The threads share two variables, but what is asserted depends on neither: ag takes one run, dpor many thousands.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x, total;

static int sum(int count)
{
    int result = 0;
    for (int i = 0; i < count; i++) {
        result += i;
    }
    return result;
}

static void *work(void *argument)
{
    x = x + 1;
    total += x;
    assert(sum(4) == 6);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
