#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x;
void *thread_1(void *argument)
{
    __VERIFIER_atomic_begin();
    x = 1;
    while (1)
        ;
    return argument;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, thread_1, 0);
    int y = x;
    assert(y == 0);
    return 0;
}
