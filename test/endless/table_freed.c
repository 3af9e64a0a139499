/* When no more clients come, main closes the table and frees it under the lock; a client that has looked before takes
   the lock later and uses the freed table. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int closed;
static unsigned *table;

static void *use(void *unused)
{
    if (atomic_load(&closed))
        return unused;
    pthread_mutex_lock(&lock);
    table[0]++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    table = calloc(4, sizeof *table);
    if (!table)
        return 1;
    while (__VERIFIER_nondet_int()) {
        pthread_t user;
        pthread_create(&user, 0, use, 0);
        pthread_detach(user);
    }
    atomic_store(&closed, 1);
    pthread_mutex_lock(&lock);
    free(table);
    pthread_mutex_unlock(&lock);
    pthread_exit(0);
}
