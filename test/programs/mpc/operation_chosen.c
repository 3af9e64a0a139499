/* Each thread applies the operation its input chooses: the value is 1, 2, 4, 5, 7 or 8. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int value = 1;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void twice(void)
{
    value = value * 2;
}

void plus_three(void)
{
    value = value + 3;
}

void nothing(void)
{
}

void (*operations[3])(void) = {twice, plus_three, nothing};

void *apply(void *argument)
{
    int choice = __VERIFIER_nondet_int();
    __VERIFIER_assume((choice >= 0) & (choice < 3));
    pthread_mutex_lock(&lock);
    operations[choice]();
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, apply, NULL);
    pthread_create(&threads[1], NULL, apply, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert((value != 3) & (value != 6));
    return 0;
}
