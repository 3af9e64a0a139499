/* As loop_nested.c, with a limit that is too small for width = 2. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int count;

void *work(void *argument)
{
    int width = __VERIFIER_nondet_int();
    __VERIFIER_assume(width <= 2);
    for (int row = 0; row < width; row++) {
        for (int column = 0; column < row; column++) {
            count++;
        }
    }
    return argument;
}

void *check(void *argument)
{
    assert(count <= 0);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, work, NULL);
    pthread_create(&threads[1], NULL, check, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
