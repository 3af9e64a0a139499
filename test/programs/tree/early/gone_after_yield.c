/*
 * What comes behind a yield may be noticed: the thread ends, and its local variable is gone. The other may look at it
 * before that, though whoever yields goes first elsewhere. (Afterwards it would be a violation of `memory`.)
 */
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

extern void reach_error(void);

int *lent;

void *lend(void *argument)
{
    int local = 1;
    lent = &local;
    sched_yield();
    return argument;
}

void *look(void *argument)
{
    if (lent != NULL) {
        if (*lent == 1) {
            reach_error();
        }
    }
    return argument;
}

int main(void)
{
    pthread_t lender, looker;
    pthread_create(&lender, NULL, lend, NULL);
    pthread_create(&looker, NULL, look, NULL);
    pthread_join(lender, NULL);
    pthread_join(looker, NULL);
    return 0;
}
