// What instructions of x86 compute, one after the other in one thread: exchanges, additions, bits, flags, parts of
// registers.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

static int32_t word;
static uint64_t wide[2];

static void exchanges(void)
{
    int32_t old = 5, value = 9;
    bool done;
    word = 5;
    __asm__ volatile("lock; cmpxchgl %2, %1" : "+a"(old), "+m"(word) : "r"(value) : "memory", "cc");
    assert(old == 5 && word == 9);
    __asm__ volatile("lock cmpxchgl %3, %1\n\tsete %0"
                     : "=q"(done), "+m"(word), "+a"(old)
                     : "r"(7)
                     : "memory", "cc");
    assert(!done && old == 9 && word == 9);
    __asm__ volatile("lock cmpxchgl %3, %1" : "=@ccz"(done), "+m"(word), "+a"(old) : "r"(7) : "memory");
    assert(done && word == 7);
    __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(word) : : "memory");
    assert(value == 7 && word == 9);
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(value), "+m"(word) : : "memory");
    assert(value == 9 && word == 16);
    __asm__ volatile("xchg %0, (%1)" : "+r"(value) : "r"(&word) : "memory");
    assert(value == 16 && word == 9);
}

static void operations(void)
{
    unsigned char zero, below;
    word = 1;
    __asm__ volatile("lock; incl %0" : "+m"(word));
    __asm__ volatile("lock; addl %1, %0" : "+m"(word) : "ir"(10));
    __asm__ volatile("lock; subl $2, %0" : "+m"(word));
    assert(word == 10);
    __asm__ volatile("lock; decl %0; sete %1" : "+m"(word), "=qm"(zero) : : "memory");
    assert(word == 9 && !zero);
    __asm__ volatile("lock subl %2, %0\n\tsetz %1" : "+m"(word), "=q"(zero) : "r"(9) : "memory");
    assert(word == 0 && zero);
    __asm__ volatile("lock subl %3, %0\n\tsetz %1\n\tsetb %2" : "+m"(word), "=q"(zero), "=q"(below) : "r"(1) : "memory");
    assert(word == -1 && !zero && below);
    __asm__ volatile("lock; andl %1, %0" : "+m"(word) : "r"(0xff));
    __asm__ volatile("lock; xorl %1, %0" : "+m"(word) : "r"(0x0f));
    __asm__ volatile("lock; orl %1, %0" : "+m"(word) : "r"(0x100));
    assert(word == 0x1f0);
    __asm__ volatile("notl %0; negl %0" : "+m"(word));
    assert(word == 0x1f1);
}

static void bits(void)
{
    unsigned char was;
    uint64_t found;
    int32_t swapped = 0x01020304;
    __asm__ volatile("lock; btsq %2, %1; setc %0" : "=qm"(was), "+m"(wide[0]) : "Ir"((uint64_t)70) : "memory");
    assert(!was && wide[0] == 0 && wide[1] == 64);
    __asm__ volatile("lock; btsq %2, %1; setc %0" : "=qm"(was), "+m"(wide[0]) : "Ir"((uint64_t)70) : "memory");
    assert(was && wide[1] == 64);
    __asm__ volatile("lock; btrq %2, %1; setc %0" : "=qm"(was), "+m"(wide[0]) : "r"((uint64_t)70) : "memory");
    assert(was && wide[1] == 0);
    __asm__ volatile("lock; btcl $3, %0" : "+m"(word));
    assert(word == 0x1f9);
    __asm__("bsfq %1, %0" : "=r"(found) : "rm"((uint64_t)0x500));
    assert(found == 8);
    __asm__("bsrq %1, %0" : "=r"(found) : "rm"((uint64_t)0x500));
    assert(found == 10);
    __asm__("bswap %0" : "+r"(swapped));
    assert(swapped == 0x04030201);
    __asm__("popcntq %1, %0" : "=r"(found) : "r"((uint64_t)0xf0f));
    assert(found == 8);
}

static void parts(void)
{
    uint32_t value = 0x11223344;
    uint64_t long_value = UINT64_MAX;
    unsigned char byte = 0xff;
    __asm__("movb %1, %b0" : "+r"(value) : "q"(byte));
    assert(value == 0x112233ff);
    __asm__("movl %k1, %k0" : "+r"(long_value) : "r"(value));
    assert(long_value == 0x112233ff);
    __asm__("movzbl %b1, %0" : "=r"(value) : "q"(0x1234));
    assert(value == 0x34);
    __asm__("" : "+r"(value));
    assert(value == 0x34);
    __asm__("movl $7, %%ecx\n\taddl %%ecx, %0 # seven more" : "+r"(value) : : "ecx", "cc");
    assert(value == 0x3b);
    __asm__("cmpl %2, %1; cmovae %3, %0" : "+r"(value) : "r"(5), "r"(4), "r"(1) : "cc");
    assert(value == 1);
}

int main(void)
{
    exchanges();
    operations();
    bits();
    parts();
    __asm__ volatile("pause");
    __asm__ volatile("rep; nop" : : : "memory");
    __asm__ volatile("mfence" : : : "memory");
    __asm__ volatile("lock; addl $0,0(%%rsp)" : : : "memory", "cc");
    return 0;
}
