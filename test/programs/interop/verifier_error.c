/* The older name, declared but never defined. */
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_error(void) __attribute__((__noreturn__));

int first_done, second_done;

void *first(void *argument)
{
    first_done = 1;
    return argument;
}

void *second(void *argument)
{
    second_done = 1;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    if (second_done && !first_done) {
        __VERIFIER_error();
    }
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
