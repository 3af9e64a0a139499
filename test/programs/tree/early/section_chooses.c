/*
 * Whether malloc fails is a choice in the middle of an atomic section, into which nobody comes: what the section does
 * behind it may also come behind the other thread.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

int open, seen, before;

void *pass(void *argument)
{
    __VERIFIER_atomic_begin();
    free(malloc(1));
#ifdef ASSUMED
    __VERIFIER_assume(open);
#endif
    seen = 1;
    __VERIFIER_atomic_end();
    return argument;
}

void *let(void *argument)
{
    if (!seen) {
        before = 1;
    }
    open = 1;
    return argument;
}

int main(void)
{
    pthread_t passer, other;
    pthread_create(&passer, NULL, pass, NULL);
    pthread_create(&other, NULL, let, NULL);
    pthread_join(passer, NULL);
    pthread_join(other, NULL);
    if (before) {
        reach_error();
    }
    return 0;
}
