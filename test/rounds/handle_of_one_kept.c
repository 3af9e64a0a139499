/* The handle of the only thread at a time is kept now and then, and joined once more when the next one has its number. */
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_t kept;
static int is_kept;
static void *end(void *unused)
{
    return unused;
}
int main(void)
{
    for (;;) {
        pthread_t now;
        pthread_create(&now, 0, end, 0);
        if (is_kept && kept)
            pthread_join(kept, 0);
        pthread_join(now, 0);
        is_kept = !is_kept && __VERIFIER_nondet_int();
        kept = __VERIFIER_nondet_int() ? now : 0;
    }
}
