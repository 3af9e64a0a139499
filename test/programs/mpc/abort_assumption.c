/*
 * In programs for SV-COMP abort is how an assumption is written: what does not satisfy it is not to be looked at. It is a
 * violation only for those who ask.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int limit, level;

void assume_abort_if_not(int condition)
{
    if (!condition) {
        abort();
    }
}

void *fill(void *argument)
{
    for (int i = 0; i < 2; i++) {
        level++;
    }
    return argument;
}

int main(void)
{
    pthread_t filler;
    limit = __VERIFIER_nondet_int();
    assume_abort_if_not(limit >= 2);
    pthread_create(&filler, NULL, fill, NULL);
    if (level > limit) {
        reach_error();
    }
    pthread_join(filler, NULL);
    return 0;
}
