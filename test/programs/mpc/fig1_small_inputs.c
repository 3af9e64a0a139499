/* As fig1.c, with inputs that are too small: 1 path, no error. */
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int x, y;

void *first(void *argument)
{
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i < 100);
    x = i;
    x = 2;
    return argument;
}

void *second(void *argument)
{
    int j = __VERIFIER_nondet_int();
    __VERIFIER_assume(j < 100);
    x = j;
    x = 4;
    return argument;
}

void *third(void *argument)
{
    if (x >= 100) {
        reach_error();
    } else {
        y = 2;
    }
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_create(&threads[2], NULL, third, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    pthread_join(threads[2], NULL);
    return 0;
}
