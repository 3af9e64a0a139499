/* Inputs of all widths and signs. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern signed char __VERIFIER_nondet_schar(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    assert(__VERIFIER_nondet_schar() == -1);
    assert(__VERIFIER_nondet_uchar() == 255);
    assert(__VERIFIER_nondet_short() == -1);
    assert(__VERIFIER_nondet_ushort() == 65535);
    assert(__VERIFIER_nondet_bool() == 1);
    assert(__VERIFIER_nondet_uint() == 4294967295u);
    assert(__VERIFIER_nondet_longlong() == -9000000000LL);
    return 0;
}
