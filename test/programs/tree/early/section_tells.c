// What the section looks at depends on whether its exchange fails. One way touches only what the other thread writes last, the other
// fails if that thread has done the first half: who knows only the one way does not see that the section may come in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static atomic_int owner;
static int first_half, second_half, seen;

static void *look(void *unused)
{
    int nobody = 0;
    __VERIFIER_atomic_begin();
    if (atomic_compare_exchange_weak(&owner, &nobody, 1))
        seen = second_half;
    else
        assert(first_half == second_half);
    __VERIFIER_atomic_end();
    return unused;
}

static void *write_both(void *unused)
{
    first_half = 1;
    second_half = 1;
    return unused;
}

int main(void)
{
    pthread_t looker, writer;
    pthread_create(&looker, NULL, look, NULL);
    pthread_create(&writer, NULL, write_both, NULL);
    pthread_join(looker, NULL);
    pthread_join(writer, NULL);
    return 0;
}
