/* Double-checked initialisation by any number of threads: the table is written once, before `ready` is set. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int table;

static int get_table(void)
{
    if (!atomic_load(&ready)) {
        pthread_mutex_lock(&lock);
        if (!atomic_load(&ready)) {
            table = 42;
            atomic_store(&ready, 1);
        }
        pthread_mutex_unlock(&lock);
    }
    return table;
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
