/* No code times 3 is 100. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int code, tries, opened;

void *keypad(void *argument)
{
    int first = __VERIFIER_nondet_int();
    int last = __VERIFIER_nondet_int();
    __VERIFIER_assume((first >= 0) & (first < 10) & (last >= 0) & (last < 10));
    code = first * 10 + last;
    tries = tries + 1;
    return argument;
}

void *door(void *argument)
{
    if (tries == 1) {
        if (code * 3 == 100) {
            opened = 1;
        }
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, keypad, NULL);
    pthread_create(&threads[1], NULL, door, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(!opened);
    return 0;
}
