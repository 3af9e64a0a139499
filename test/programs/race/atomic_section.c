/* The section writes x after other accesses, and nothing keeps the read outside from it. */
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

int x, y, z;

void *change(void *argument)
{
    __VERIFIER_atomic_begin();
    y = z;
    x = 1;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    int seen = x;
    (void)seen;
    pthread_join(thread, NULL);
    return 0;
}
