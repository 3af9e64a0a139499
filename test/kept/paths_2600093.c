/* generate_paths.py 2600093 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

unsigned char x = 0;
int z = 2;



int main(void)
{
    pthread_t t1, t2;
    _Bool in0 = __VERIFIER_nondet_bool();
    x = x + ((in0 < 1) ? 0 : in0);
    assert(!(in0 == 1 && z == 2));
    return 0;
}
