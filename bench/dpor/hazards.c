/* N threads use an object that another one takes away and makes invalid unless somebody says that it is in use. A
 * user says so, looks whether the object is still there, uses it and says that it is not in use any more. The
 * object may be gone before (1 order for this user). Else, if it is there at the second look, the other one asks
 * during or after the use (2 orders), and if not, before, during or after it has been said (3 orders): 6^N orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 1
#endif

_Atomic(int *) object;
atomic_int uses[N];
int valid = 1;

static void *use(void *argument)
{
    long number = (long)argument;
    int *found = atomic_load(&object);
    if (!found)
        return 0;
    atomic_store(&uses[number], 1);
    if (atomic_load(&object))
        assert(*found);
    atomic_store(&uses[number], 0);
    return 0;
}

static void *take_away(void *argument)
{
    int used = 0;
    atomic_store(&object, 0);
    for (int i = 0; i < N; i++)
        used += atomic_load(&uses[i]);
    if (!used)
        valid = 0;
    return argument;
}

int main(void)
{
    atomic_store(&object, &valid);
    pthread_t threads[N + 1];
    pthread_create(&threads[N], 0, take_away, 0);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, use, (void *)i);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
