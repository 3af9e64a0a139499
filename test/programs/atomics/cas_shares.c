// A local of main is shared if the exchange succeeds, which nobody looks at.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(int *) place;

static void *work(void *unused)
{
    int own = 3, *empty = NULL;
    if (!atomic_compare_exchange_strong(&place, &empty, &own))
        *empty = 2;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int number = 0, *empty = NULL;
    pthread_create(&thread, NULL, work, NULL);
    atomic_compare_exchange_strong(&place, &empty, &number);
    int seen = number;
    pthread_join(thread, NULL);
    assert(seen == 0);
    return 0;
}
