// The first thread ends only if it has seen that the local of main was used, and with it the local is gone. If it has
// not seen that, it stops at its assumption behind the write, main waits for ever, and the local is there when the
// second thread, which has seen the write, uses it.
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

atomic_int done, used;
int *lent;

static void *first(void *argument)
{
    int seen = used;
    done = 1;
    __VERIFIER_assume(seen);
    return argument;
}

static void *second(void *argument)
{
    int seen = done;
    *lent = 1;
    used = 1;
    if (seen)
        reach_error();
    return argument;
}

int main(void)
{
    int local = 0;
    pthread_t one, two;
    lent = &local;
    pthread_create(&two, NULL, second, NULL);
    pthread_create(&one, NULL, first, NULL);
    pthread_join(one, NULL);
    return 0;
}
