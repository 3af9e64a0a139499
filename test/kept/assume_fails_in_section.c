#include <assert.h>
#include <pthread.h>
#include <stddef.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
int x = 0, y = 0;
void *t1(void *a)
{
    __VERIFIER_atomic_begin();
    y = 1;
    __VERIFIER_assume(x > 0);
    __VERIFIER_atomic_end();
    return a;
}
void *t2(void *a)
{
    assert(y == 0);
    return a;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    return 0;
}
