/*
 * The section is atomic for the one that has it, not for the other, who writes without: that the section first does
 * something that may go either way changes nothing.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

atomic_int claimed;
int owner;

void *claim(void *argument)
{
    int expected = 0;
    __VERIFIER_atomic_begin();
    atomic_compare_exchange_weak(&claimed, &expected, 1);
    owner = 1; /* race */
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, claim, NULL);
    owner = 2;
    pthread_join(thread, NULL);
    return 0;
}
