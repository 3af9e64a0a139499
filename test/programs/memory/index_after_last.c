/* The element after the last is inside the object that the array is part of. Its address may be taken, but nothing may be done
   with it. */
#include <pthread.h>
#include <stdatomic.h>

struct point {
    int x, y;
};

static struct {
    int counts[4];
    int after;
    struct point points[2], copy;
    int table[2][2];
    atomic_int updates[2];
    atomic_int last;
} state;

static int sum;

static void *use(void *argument)
{
    int four = argument ? 4 : 3;
    for (int *count = state.counts; count != &state.counts[four - 1 + !argument]; count++)
        sum += *count;
    sum += (&state.counts[4])[-1]++;
    state.counts[four - 1]++;
#if defined INCREMENT
    state.counts[four]++;
#elif defined DECREMENT
    --state.counts[4];
#elif defined COPY
    struct point local = state.points[four / 2];
    state.copy = local;
#elif defined ROW
    state.table[0][four / 2]--;
#elif defined ATOMIC
    atomic_fetch_add(&state.updates[four / 2], 1);
#elif defined MEMBER
    (&state.points[four / 2])->x = 1;
#else
    struct point local = state.points[four / 2 - 1];
    state.copy = local;
    state.table[0][four / 2 - 1]--;
    atomic_fetch_add(&state.updates[four / 2 - 1], 1);
#endif
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, use, &sum);
    pthread_join(thread, NULL);
    return 0;
}
