/* What a round adds and takes back is an input: whether it may be dropped is not known, and a run without terms does not
 * know that it is not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

atomic_int lock, inside;
int share;

static void *enter(void *argument)
{
    for (;;) {
        if (!atomic_fetch_add(&lock, share))
            break;
        atomic_fetch_sub(&lock, share);
    }
    inside = 1;
    return argument;
}

static void *look(void *argument)
{
    atomic_fetch_add(&lock, 5);
    atomic_fetch_sub(&lock, 5);
    assert(!inside || lock != share);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    share = __VERIFIER_nondet_int();
    __VERIFIER_assume(share > 0 && share < 3);
    pthread_create(&threads[0], 0, enter, 0);
    pthread_create(&threads[1], 0, look, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
