/* The steals of a work-stealing deque with room for two tasks: a thief reads `top` and the task there, and takes it
   if `top` has not moved. `top` has three bits. While a thief is about to take task 0, the other one takes eight,
   for which the owner has to put in two at a time; `top` is 0 again, and task 0 is taken a second time. Mended,
   `top` does not wrap.
   Violated: assertion, line 45. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define ROOM 2
#define TASKS 9
#ifdef RIGHT
#define INDICES 1024
#else
#define INDICES 8
#endif

static atomic_int top, bottom, slots[ROOM], taken[TASKS];

static int count_tasks(int first)
{
    return (atomic_load(&bottom) - first + INDICES) % INDICES;
}

static void *put_all(void *unused)
{
    for (int task = ROOM; task < TASKS; task++) {
        while (count_tasks(atomic_load(&top)) == ROOM)
            ;
        atomic_store(&slots[task % ROOM], task);
        atomic_store(&bottom, (task + 1) % INDICES);
    }
    return unused;
}

static void steal(void)
{
    for (;;) {
        int first = atomic_load(&top);
        if (count_tasks(first) == 0)
            continue;
        int task = atomic_load(&slots[first % ROOM]);
        if (!atomic_compare_exchange_strong(&top, &first, (first + 1) % INDICES))
            continue;
        assert(atomic_fetch_add(&taken[task], 1) == 0);
        return;
    }
}

static void *steal_one(void *unused)
{
    steal();
    return unused;
}

static void *steal_the_others(void *unused)
{
    for (int i = 1; i < TASKS; i++)
        steal();
    return unused;
}

int main(void)
{
    pthread_t owner, thief, other;
    for (int task = 0; task < ROOM; task++)
        atomic_store(&slots[task], task);
    atomic_store(&bottom, ROOM);
    pthread_create(&owner, 0, put_all, 0);
    pthread_create(&thief, 0, steal_one, 0);
    pthread_create(&other, 0, steal_the_others, 0);
    pthread_join(owner, 0);
    pthread_join(thief, 0);
    pthread_join(other, 0);
    return 0;
}
