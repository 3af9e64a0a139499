/* An atomic section that only goes on to its accesses if an input is what it should be. What it accesses then, another
 * thread accesses outside of any section. */
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int shared;

static void *write_plainly(void *unused)
{
    shared = 1;
    return unused;
}

int main(void)
{
    unsigned char input = __VERIFIER_nondet_uchar();
    pthread_t thread;
    pthread_create(&thread, NULL, write_plainly, NULL);
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(input == 2);
    shared = 2;
    __VERIFIER_atomic_end();
    pthread_join(thread, NULL);
    return 0;
}
