/* The processor's own instructions as calls. */
#include <stdio.h>

int main(void)
{
    unsigned long long before = 0, after = 0;
#ifdef __clang__ /* others have other names for them */
    before = __builtin_readcyclecounter();
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
    __builtin_ia32_mfence();
    __builtin_ia32_lfence();
    __builtin_ia32_sfence();
#elif defined __aarch64__
    __builtin_arm_yield();
    __builtin_arm_dmb(11);
    __builtin_arm_isb(15);
#endif
    after = __builtin_readcyclecounter();
#endif
    puts(after >= before ? "done" : "back in time");
    return 0;
}
