/* Both threads say that they want in and wait for the other one to take it back: if both have said so, both wait for
   ever. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], inside;

static void enter(int me)
{
    atomic_store(&wants[me], 1);
    while (atomic_load(&wants[1 - me]))
        ;
}

static void *work(void *argument)
{
    int me = *(int *)argument;
    for (;;) {
        enter(me);
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
        atomic_store(&wants[me], 0);
    }
    return 0;
}

int main(void)
{
    static int numbers[2] = {0, 1};
    pthread_t first, second;
    pthread_create(&first, 0, work, &numbers[0]);
    pthread_create(&second, 0, work, &numbers[1]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
