/*
 * A lock built from assumptions in atomic sections, as public suites write them: guests come in unless the door is
 * shut, the owner shuts it when nobody is in. A guest leaves in two steps, so that two guests who leave at once can be
 * counted as one less: then the owner never comes in any more. The other way round, with GUESTS who come in while one
 * leaves, the count falls to 0 with a guest still in, and the light changes while it looks.
 *
 * Once the door is shut, whoever else tries to come in ends the run, and all of them may stand there before the one
 * that opens it again: that two have tried in vain says nothing about the third.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int shut, guests, light;

void *own(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!shut && guests == 0);
    shut = 1;
    __VERIFIER_atomic_end();
    light = 1;
    shut = 0;
    return argument;
}

void *visit(void *argument)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!shut);
    guests++;
    __VERIFIER_atomic_end();
    int seen = light;
    assert(light == seen);
#ifdef ATOMIC
    __VERIFIER_atomic_begin();
    guests--;
    __VERIFIER_atomic_end();
#else
    int left = guests - 1;
    guests = left;
#endif
    return argument;
}

int main(void)
{
    pthread_t owner, first, second, third;
    pthread_create(&owner, NULL, own, NULL);
    pthread_create(&first, NULL, visit, NULL);
    pthread_create(&second, NULL, visit, NULL);
    pthread_create(&third, NULL, visit, NULL);
    pthread_join(owner, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    return 0;
}
