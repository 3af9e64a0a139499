#include <assert.h>
#include <pthread.h>
#include <stddef.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
int x = 0, y = 0, z, w;
void *t1(void *a)
{
    __VERIFIER_atomic_begin();
    x = 1;
    __VERIFIER_assume(y == 0);
    x = 0;
    __VERIFIER_atomic_end();
    return a;
}
void *t2(void *a)
{
    assert(x == 0);
    y = 1;
    assert(x == 0);
    return a;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    return 0;
}
