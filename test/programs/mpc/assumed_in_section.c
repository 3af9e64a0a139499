// Nobody sees half of a section, be it cut off by an assumption.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int x, z;

static void *reader(void *argument)
{
    __VERIFIER_atomic_begin();
    z = x;
    __VERIFIER_assume(x != 2);
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    x = 2;
    x = 0;
    assert(z != 2);
    return 0;
}
