/* What main does after a loop that creates threads: it reads what they write. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int sum = 2;

static void *add(void *argument)
{
    sum = sum + (int)(long)argument;
    return NULL;
}

int main(void)
{
    int input = __VERIFIER_nondet_int();
    __VERIFIER_assume(input >= -1);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, add, (void *)(long)(i + 1));
    assert(sum <= 4);
    return 0;
}
