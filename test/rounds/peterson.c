/* Peterson's algorithm for two, for ever: never both in the critical section. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int wants[2], turn;
int inside;
static void enter(int me)
{
    atomic_store(&wants[me], 1);
    atomic_store(&turn, 1 - me);
    while (atomic_load(&wants[1 - me]) && atomic_load(&turn) == 1 - me)
        ;
}
static void *first(void *unused)
{
    for (;;) {
        enter(0);
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&wants[0], 0);
    }
    return unused;
}
static void *second(void *unused)
{
    for (;;) {
        enter(1);
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&wants[1], 0);
    }
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
