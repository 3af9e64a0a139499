/* As digits.c, but the digit may be found between the two reads. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int seen;

void *find(void *argument)
{
    int number = __VERIFIER_nondet_int();
    __VERIFIER_assume((number >= 0) & (number < 500));
    while (number > 0) {
        if (number % 10 == 7) {
            seen = 1;
        }
        number /= 10;
    }
    return argument;
}

void *watch(void *argument)
{
    int before = seen;
    int after = seen;
    assert(before == after);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, find, NULL);
    pthread_create(&threads[1], NULL, watch, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
