/* A spin lock among any number of threads. */
#include <assert.h>
#include <pthread.h>
static pthread_spinlock_t lock;
static int inside;
static void *visit(void *unused)
{
    pthread_spin_lock(&lock);
    assert(inside == 0);
    inside = 1;
    inside = 0;
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
