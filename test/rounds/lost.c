/* The same without the lock: updates get lost. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int n, total;
static void *up(void *unused)
{
    for (int i = 0; i < n; i++)
        total += 3;
    return unused;
}
static void *down(void *unused)
{
    for (int i = 0; i < n; i++)
        total -= 3;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0);
    pthread_create(&a, 0, up, 0);
    pthread_create(&b, 0, down, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(total == 0);
}
