// What instructions of aarch64 compute, one after the other in one thread: loops of exclusive accesses, those that are one
// instruction, flags, parts of registers.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

static int32_t word;
static int64_t wide;
static unsigned char byte;

static void loops(void)
{
    int32_t old, value;
    uint32_t status, unread;
    uint64_t long_status;
    int64_t long_value, long_result;
    word = 5;
    wide = 7;
    __asm__ volatile("prfm pstl1strm, %2\n"
                     "1: ldxr %w0, %2\n"
                     "   add %w0, %w0, %w3\n"
                     "   stxr %w1, %w0, %2\n"
                     "   cbnz %w1, 1b"
                     : "=&r"(value), "=&r"(status), "+Q"(word)
                     : "Ir"(3));
    assert(value == 8 && word == 8);
    __asm__ volatile("1: ldaxr %0, %3\n\tbic %1, %0, %4\n\tstlxr %w2, %1, %3\n\tcbnz %w2, 1b\n\tdmb ish // all"
                     : "=&r"(long_value), "=&r"(long_result), "=&r"(long_status), "+Q"(wide)
                     : "r"((int64_t)5)
                     : "memory");
    assert(long_value == 7 && long_result == 2 && wide == 2);
    __asm__ volatile("0: ldaxr %w0, %2; stlxr %w1, %w3, %2; cbnz %w1, 0b"
                     : "=&r"(old), "=&r"(status), "+Q"(word)
                     : "r"(11)
                     : "memory");
    assert(old == 8 && word == 11);
    __asm__ volatile("1: ldaxr %w0, %2\n cmp %w0, %w3\n b.ne 2f\n stlxr %w1, %w4, %2\n cbnz %w1, 1b\n2:"
                     : "=&r"(old), "=&r"(unread), "+Q"(word)
                     : "r"(10), "r"(12)
                     : "cc", "memory");
    assert(old == 11 && word == 11);
    bool done;
    __asm__ volatile("1: ldaxr %w0, %2\n cmp %w0, %w4\n b.ne 2f\n stlxr %w1, %w5, %2\n cbnz %w1, 1b\n2: cset %w3, eq"
                     : "=&r"(old), "=&r"(unread), "+Q"(word), "=r"(done)
                     : "r"(11), "r"(12)
                     : "cc", "memory");
    assert(done && old == 11 && word == 12);
    __asm__ volatile("1: ldxr %w[old], %[word]\n"
                     "   eor %w[status], %w[old], %w[expected]\n"
                     "   cbnz %w[status], 2f\n"
                     "   stlxr %w[status], %w[desired], %[word]\n"
                     "   cbnz %w[status], 1b\n"
                     "   dmb ish\n"
                     "2:"
                     : [old] "=&r"(old), [status] "=&r"(status), [word] "+Q"(word)
                     : [expected] "r"(12), [desired] "r"(13)
                     : "memory");
    assert(status == 0 && old == 12 && word == 13);
    __asm__ volatile("1: ldaxr %w0, %1\n cbnz %w0, 2f\n stxr %w0, %w2, %1\n cbnz %w0, 1b\n2:"
                     : "=&r"(old), "+Q"(word)
                     : "r"(1)
                     : "memory");
    assert(old == 13 && word == 13);
}

static void single_instructions(void)
{
    int32_t old;
    word = 1;
    __asm__ volatile(".arch_extension lse\n\tldaddal %w2, %w0, %1" : "=r"(old), "+Q"(word) : "r"(4) : "memory");
    assert(old == 1 && word == 5);
    __asm__ volatile("swpa %w2, %w0, %1" : "=r"(old), "+Q"(word) : "r"(6) : "memory");
    assert(old == 5 && word == 6);
    __asm__ volatile("ldclr %w2, %w0, %1" : "=r"(old), "+Q"(word) : "r"(2) : "memory");
    assert(old == 6 && word == 4);
    __asm__ volatile("stset %w1, %0" : "+Q"(word) : "r"(3) : "memory");
    assert(word == 7);
    old = 7;
    __asm__ volatile("casal %w[old], %w[desired], %[word]"
                     : [old] "+r"(old), [word] "+Q"(word)
                     : [desired] "r"(20)
                     : "memory");
    assert(old == 7 && word == 20);
    __asm__ volatile("cas %w0, %w2, %1" : "+r"(old), "+Q"(word) : "r"(21) : "memory");
    assert(old == 20 && word == 20);
    byte = 255;
    __asm__ volatile("ldaddb %w2, %w0, %1" : "=r"(old), "+Q"(byte) : "r"(2) : "memory");
    assert(old == 255 && byte == 1);
}

static void others(void)
{
    int32_t value;
    uint64_t found;
    __asm__ volatile("ldar %w0, [%1]" : "=r"(value) : "r"(&word) : "memory");
    assert(value == 20);
    __asm__ volatile("stlr wzr, %0" : "=Q"(word) : : "memory");
    assert(word == 0);
    __asm__ volatile("mov w9, #6\n\tstr w9, %0" : "=m"(word) : : "x9", "memory");
    __asm__ volatile("ldr %w0, %1" : "=r"(value) : "m"(word));
    assert(value == 6);
    __asm__ volatile("stlrb %w1, %0" : "=Q"(byte) : "r"(0x123) : "memory");
    assert(byte == 0x23);
    __asm__("clz %0, %1" : "=r"(found) : "r"((uint64_t)0x500));
    assert(found == 53);
    __asm__("rbit %w0, %w1" : "=r"(value) : "r"(1));
    assert(value == INT32_MIN);
}

int main(void)
{
    loops();
    single_instructions();
    others();
    __asm__ volatile("yield");
    __asm__ volatile("dmb ishst" : : : "memory");
    __asm__ volatile("wfe");
    return 0;
}
