/* Double-checked initialisation that sets `ready` before the table is filled: another thread sees the empty table. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready, table;

static int get_table(void)
{
    if (!atomic_load(&ready)) {
        pthread_mutex_lock(&lock);
        if (!atomic_load(&ready)) {
            atomic_store(&ready, 1);
            atomic_store(&table, 42);
        }
        pthread_mutex_unlock(&lock);
    }
    return atomic_load(&table);
}

static void *use(void *unused)
{
    assert(get_table() == 42);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t user;
        pthread_create(&user, 0, use, 0);
    }
}
