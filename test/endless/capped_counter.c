/* Guests come without end; each counts itself in by compare-exchange, unless the house is full: the count never goes
   above the limit. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define LIMIT 3

static atomic_int guests;

static void *visit(void *unused)
{
    int seen = atomic_load(&guests);
    do {
        if (seen >= LIMIT)
            return unused;
    } while (!atomic_compare_exchange_strong(&guests, &seen, seen + 1));
    assert(atomic_load(&guests) <= LIMIT);
    atomic_fetch_sub(&guests, 1);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t guest;
        pthread_create(&guest, 0, visit, 0);
    }
}
