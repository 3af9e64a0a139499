/* Of those who want it, at most one gets it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

atomic_int claimed;
int winners;

void *claim(void *argument)
{
    int wants = __VERIFIER_nondet_int();
    if (wants) {
        if (!atomic_exchange(&claimed, 1)) {
            __atomic_fetch_add(&winners, 1, __ATOMIC_SEQ_CST);
        }
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, claim, NULL);
    pthread_create(&threads[1], NULL, claim, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(winners <= 1);
    return 0;
}
