/* Two threads add and take away the same amount, in rounds; main waits and finds what it began with. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int n, total;
static void *up(void *unused)
{
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
        total += 3;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
static void *down(void *unused)
{
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
        total -= 3;
        pthread_mutex_unlock(&lock);
    }
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
