/* The function writes x only if main has set the flag, which it does after its last access. */
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
    int seen = x;
    (void)seen;
    flag = 1;
    pthread_join(thread, NULL);
    return 0;
}
