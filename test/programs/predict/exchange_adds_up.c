/* What the exchanges return and what is left are the three values, in any order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int cell = 1;
int got[2];

void *put_two(void *argument)
{
    got[0] = atomic_exchange(&cell, 2);
    return argument;
}

void *put_four(void *argument)
{
    got[1] = atomic_exchange(&cell, 4);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, put_two, NULL);
    pthread_create(&second, NULL, put_four, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert((got[0] | got[1] | atomic_load(&cell)) == 7);
    return 0;
}
