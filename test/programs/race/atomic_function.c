/* The function is an atomic section, and writes x only if it finds the flag set. */
#include <pthread.h>
#include <stddef.h>

int x;
_Atomic int flag;

void __VERIFIER_atomic_change(void)
{
    if (flag)
        x = 1;
}

void *change(void *argument)
{
    __VERIFIER_atomic_change();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    flag = 1;
    int seen = x;
    (void)seen;
    pthread_join(thread, NULL);
    return 0;
}
