/*
 * The atomic operations that the rings need, on words of 32 bits. Where PORT_ASSEMBLY is defined and the processor is
 * known they are inline assembly, so that compilers without C11's atomics will do; elsewhere the compiler's builtins.
 *
 *   port_load, port_store                   no order
 *   port_load_acquire, port_store_release   what stands behind stays behind, what stands before stays before
 *   port_cas, port_fetch_add                both
 *   port_fence                              full barrier
 *   port_pause                              a hint that the thread spins
 *
 * port_cas writes `desired` if the word is *expected, and puts what it found into *expected if not. It never fails
 * without reason.
 */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stdint.h>

/* Of the producer and of the consumer of a ring, each on a line of its own. */
#define PORT_CACHE_LINE 64
#define PORT_ALIGNED __attribute__((aligned(PORT_CACHE_LINE)))

#if defined(PORT_ASSEMBLY) && defined(__x86_64__)

/* Loads are acquiring and stores releasing by themselves; only the compiler has to be kept from moving them. */

static inline uint32_t port_load_acquire(const uint32_t *word)
{
    uint32_t value;
    __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*word) : "memory");
    return value;
}

static inline void port_store_release(uint32_t *word, uint32_t value)
{
    __asm__ volatile("movl %1, %0" : "=m"(*word) : "r"(value) : "memory");
}

static inline uint32_t port_load(const uint32_t *word)
{
    uint32_t value;
    __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*word));
    return value;
}

static inline void port_store(uint32_t *word, uint32_t value)
{
    __asm__ volatile("movl %1, %0" : "=m"(*word) : "r"(value));
}

static inline bool port_cas(uint32_t *word, uint32_t *expected, uint32_t desired)
{
    unsigned char done;
    __asm__ volatile("lock; cmpxchgl %3, %1\n\t"
                     "sete %0"
                     : "=q"(done), "+m"(*word), "+a"(*expected)
                     : "r"(desired)
                     : "memory", "cc");
    return done;
}

static inline uint32_t port_fetch_add(uint32_t *word, uint32_t by)
{
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(by), "+m"(*word) : : "memory", "cc");
    return by;
}

static inline void port_fence(void)
{
    __asm__ volatile("mfence" : : : "memory");
}

static inline void port_pause(void)
{
    __asm__ volatile("pause" : : : "memory");
}

#elif defined(PORT_ASSEMBLY) && defined(__aarch64__)

static inline uint32_t port_load_acquire(const uint32_t *word)
{
    uint32_t value;
    __asm__ volatile("ldar %w0, %1" : "=r"(value) : "Q"(*word) : "memory");
    return value;
}

static inline void port_store_release(uint32_t *word, uint32_t value)
{
    __asm__ volatile("stlr %w1, %0" : "=Q"(*word) : "r"(value) : "memory");
}

static inline uint32_t port_load(const uint32_t *word)
{
    uint32_t value;
    __asm__ volatile("ldr %w0, %1" : "=r"(value) : "Q"(*word));
    return value;
}

static inline void port_store(uint32_t *word, uint32_t value)
{
    __asm__ volatile("str %w1, %0" : "=Q"(*word) : "r"(value));
}

static inline bool port_cas(uint32_t *word, uint32_t *expected, uint32_t desired)
{
    uint32_t found, status;
    __asm__ volatile("1: ldaxr %w0, %2\n\t"
                     "cmp %w0, %w3\n\t"
                     "b.ne 2f\n\t"
                     "stlxr %w1, %w4, %2\n\t"
                     "cbnz %w1, 1b\n"
                     "2:"
                     : "=&r"(found), "=&r"(status), "+Q"(*word)
                     : "r"(*expected), "r"(desired)
                     : "memory", "cc");
    bool done = found == *expected;
    *expected = found;
    return done;
}

static inline uint32_t port_fetch_add(uint32_t *word, uint32_t by)
{
    uint32_t old, sum, status;
    __asm__ volatile("1: ldaxr %w0, %3\n\t"
                     "add %w1, %w0, %w4\n\t"
                     "stlxr %w2, %w1, %3\n\t"
                     "cbnz %w2, 1b"
                     : "=&r"(old), "=&r"(sum), "=&r"(status), "+Q"(*word)
                     : "r"(by)
                     : "memory");
    return old;
}

static inline void port_fence(void)
{
    __asm__ volatile("dmb ish" : : : "memory");
}

static inline void port_pause(void)
{
    __asm__ volatile("yield" : : : "memory");
}

#else

static inline uint32_t port_load_acquire(const uint32_t *word)
{
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline void port_store_release(uint32_t *word, uint32_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

static inline uint32_t port_load(const uint32_t *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline void port_store(uint32_t *word, uint32_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

static inline bool port_cas(uint32_t *word, uint32_t *expected, uint32_t desired)
{
    return __atomic_compare_exchange_n(word, expected, desired, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

static inline uint32_t port_fetch_add(uint32_t *word, uint32_t by)
{
    return __atomic_fetch_add(word, by, __ATOMIC_ACQ_REL);
}

static inline void port_fence(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static inline void port_pause(void)
{
}

#endif

#endif
