/* Who does not get the spin lock goes in all the same. */
#include <assert.h>
#include <pthread.h>
static pthread_spinlock_t lock;
static int inside;
static void *visit(void *unused)
{
    int busy = pthread_spin_trylock(&lock);
    assert(inside == 0);
    inside = 1;
    inside = 0;
    if (!busy)
        pthread_spin_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_spin_init(&lock, 0);
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, visit, 0);
        pthread_detach(thread);
    }
}
