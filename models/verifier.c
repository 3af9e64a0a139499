/*
 * Functions of other verifiers that C can say: marks that tell them how to treat a loop mean nothing here, since waiting
 * loops are found without.
 */
#include "model.h"

void __VERIFIER_error(void);
void __VERIFIER_assume(int condition);

void __VERIFIER_loop_begin(void)
{
}

void __VERIFIER_loop_bound(int bound)
{
    (void)bound;
}

void __VERIFIER_spin_start(void)
{
}

void __VERIFIER_spin_end(int last)
{
    (void)last;
}

/* Whether what follows, which a run may leave out, is to be tried. */
_Bool __VERIFIER_opt_begin(void)
{
    return 1;
}

void __VERIFIER_kill_thread(int condition)
{
    __VERIFIER_assume(!condition);
}

void __VERIFIER_assert(int condition)
{
    if (!condition) {
        __VERIFIER_error();
    }
}
