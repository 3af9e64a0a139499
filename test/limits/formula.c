// Products of inputs: a formula that is large, and hard.
#include <assert.h>
#include <pthread.h>
unsigned long __VERIFIER_nondet_ulong(void);
static unsigned long product = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *multiply(void *argument)
{
    for (int i = 0; i < 6; i++) {
        unsigned long factor = __VERIFIER_nondet_ulong();
        pthread_mutex_lock(&lock);
        product = product * factor % 1000003;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, multiply, NULL);
    pthread_create(&b, NULL, multiply, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(product * product % 1000003 != 999983);
}
