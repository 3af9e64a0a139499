/* Inputs choose what is done to which row of a table, each with a lock of its own. */
#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static unsigned given[2], taken[2];
static void give(unsigned which)
{
    given[which]++;
    taken[which]++;
}
static void look(unsigned which)
{
    assert(given[which] == taken[which]);
}
static void (*const actions[2])(unsigned) = {give, look};
static void *work(void *unused)
{
    for (;;) {
        unsigned which = __VERIFIER_nondet_uint() % 2;
        pthread_mutex_lock(&lock[which]);
        actions[__VERIFIER_nondet_uint() % 2](which);
        pthread_mutex_unlock(&lock[which]);
    }
    return unused;
}
int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
}
