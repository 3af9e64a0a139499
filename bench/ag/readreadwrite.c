/*
 * One thread writes an input, which is not negative, into x and then into y; two threads read y and then x. What they
 * read of x is never less, because y is written last and read first.
 *
 * With -DBROKEN they read x first.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int x, y;

static void *write_both(void *argument)
{
    int value = __VERIFIER_nondet_int();
    __VERIFIER_assume(value >= 0);
    x = value;
    y = value;
    return argument;
}

static void *read_both(void *argument)
{
#ifdef BROKEN
    int of_x = x;
    int of_y = y;
#else
    int of_y = y;
    int of_x = x;
#endif
    assert(of_x >= of_y);
    return argument;
}

int main(void)
{
    pthread_t writer, first, second;
    pthread_create(&writer, NULL, write_both, NULL);
    pthread_create(&first, NULL, read_both, NULL);
    pthread_create(&second, NULL, read_both, NULL);
    pthread_join(writer, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
