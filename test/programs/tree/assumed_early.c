/*
 * One thread assumes that the flag is up and looks at the value; the other raises the flag before it writes the value.
 * A run in which the assumption fails ends there, before the other thread has shown what it would do: a reduction must
 * not conclude that nobody ever writes the flag.
 *
 * Interleavings: the flag is read between the two writes and the value before or after the second, or both are read
 * after both writes: 3, of which one fails. One more run ends at the assumption, because the flag is read first; it is
 * not counted.
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
    flag = 1;
    value = 1;
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
