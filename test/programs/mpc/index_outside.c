// Inputs choose an element, or none; another thread decides whether that matters.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int table[2], x;

static void *writer(void *argument)
{
    if (table[0])
        x = 1;
    x = 3;
    return argument;
}

int main(void)
{
    pthread_t thread;
    int in = __VERIFIER_nondet_int();
    __VERIFIER_assume(in >= 0 && in <= 1);
    pthread_create(&thread, NULL, writer, NULL);
    table[in - 1] = 1;
    pthread_join(thread, NULL);
    if (x == 3 && in == 1)
        assert(0);
    return 0;
}
