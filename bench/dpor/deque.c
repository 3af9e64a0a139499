/* The deque of Chase and Lev without growth: its owner pushes N tasks and then takes at one end until there is
 * none, one thief tries once at the other. There are 3(N+1)(N+2)/2 + 3 orders (counted by count_orders.py for N up
 * to 6). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 1
#endif

atomic_int top, bottom;
int tasks[N], done[N];

static int take(void)
{
    int last = atomic_load(&bottom) - 1, won = 1;
    atomic_store(&bottom, last);
    int first = atomic_load(&top);
    if (first < last)
        return tasks[last];
    if (first == last) {
        int expected = first;
        won = atomic_compare_exchange_strong(&top, &expected, first + 1);
    } else {
        won = 0;
    }
    atomic_store(&bottom, last + 1);
    return won ? tasks[last] : -1;
}

static void *own(void *argument)
{
    for (int i = 0; i < N; i++) {
        tasks[i] = i;
        atomic_store(&bottom, i + 1);
    }
    for (int task = take(); task >= 0; task = take())
        done[task]++;
    return argument;
}

static void *steal(void *argument)
{
    int first = atomic_load(&top);
    if (first < atomic_load(&bottom)) {
        int task = tasks[first];
        if (atomic_compare_exchange_strong(&top, &first, first + 1))
            done[task]++;
    }
    return argument;
}

int main(void)
{
    pthread_t owner, thief;
    pthread_create(&owner, 0, own, 0);
    pthread_create(&thief, 0, steal, 0);
    pthread_join(owner, 0);
    pthread_join(thief, 0);
    for (int i = 0; i < N; i++)
        assert(done[i] == 1);
    return 0;
}
