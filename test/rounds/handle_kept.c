/* Now and then one of two handles is kept, as an input says, and joined once more in the next round. */
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
        pthread_t first, second;
        pthread_create(&first, 0, end, 0);
        pthread_create(&second, 0, end, 0);
        if (is_kept)
            pthread_join(kept, 0);
        pthread_join(first, 0);
        pthread_join(second, 0);
        is_kept = !is_kept && __VERIFIER_nondet_int();
        if (is_kept)
            kept = __VERIFIER_nondet_int() ? first : second;
    }
}
