// Initialisation once, with a look before the lock is taken.
#include "structures.h"

typedef struct {
    int value;
} Object;

static Object object;
static _Atomic(Object *) instance;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static Object *get(void)
{
    Object *found = atomic_load_explicit(&instance, ORDER(1, memory_order_acquire));
    if (found != NULL)
        return found;
    pthread_mutex_lock(&mutex);
    found = atomic_load_explicit(&instance, ORDER(3, memory_order_acquire));
    if (found == NULL) {
        object.value = 42;
        found = &object;
        atomic_store_explicit(&instance, found, ORDER(2, memory_order_release));
    }
    pthread_mutex_unlock(&mutex);
    return found;
}

static void *work(void *unused)
{
    assert(get()->value == 42);
    return unused;
}

int main(void)
{
    run(work, work, work);
    return 0;
}
