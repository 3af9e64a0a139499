#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int *p;
void *thread_1(void *argument)
{
    __VERIFIER_atomic_begin();
    int v = *p;
    assert(v != 1);
    __VERIFIER_atomic_end();
    return argument;
}
int main(void)
{
    pthread_t t;
    p = malloc(sizeof *p);
    *p = 1;
    pthread_create(&t, 0, thread_1, 0);
    free(p);
    pthread_join(t, 0);
    return 0;
}
