/*
 * The assertion depends on nothing, but it comes after an assumption that holds in some orders only.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_assume(int condition);

int flag;

void *look(void *argument)
{
    __VERIFIER_assume(flag == 1);
    assert(0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, look, NULL);
    flag = 1;
    flag = 2;
    pthread_join(thread, NULL);
    return 0;
}
