/*
 * One thread assumes that the flag is up and looks at the value; the other writes the value before it raises the flag.
 *
 * Interleavings: the flag is read before both writes, between them, or after. Only the last counts: 1. The other two
 * runs end at the assumption.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_assume(int condition);

int flag, value;

void *look(void *argument)
{
    __VERIFIER_assume(flag == 1);
    assert(value == 1);
    return argument;
}

void *set(void *argument)
{
    value = 1;
    flag = 1;
    return argument;
}

int main(void)
{
    pthread_t looker, setter;
    pthread_create(&looker, NULL, look, NULL);
    pthread_create(&setter, NULL, set, NULL);
    pthread_join(looker, NULL);
    pthread_join(setter, NULL);
    return 0;
}
