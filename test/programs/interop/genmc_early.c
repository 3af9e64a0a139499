/* Written for GenMC: its header and its marks of waiting loops. The data come too late. */
#include <assert.h>
#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>

#define await_while(condition)                                                                     \
    for (__VERIFIER_loop_begin();                                                                  \
         __VERIFIER_spin_start(), (condition) ? 1 : (__VERIFIER_spin_end(1), 0); __VERIFIER_spin_end(0))

static atomic_int ready, data;

static void *writer(void *unused)
{
    atomic_store(&ready, 1);
    atomic_store(&data, 42);
    return unused;
}

static void *reader(void *unused)
{
    await_while (!atomic_load(&ready)) {
    }
    __VERIFIER_assume(atomic_load(&data) != 7);
    assert(atomic_load(&data) == 42);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
