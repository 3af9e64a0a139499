/*
 * System calls by number: futexes, and a few that are functions of the library under another name.
 *
 * A thread that waits at a futex stands in a list of its bucket, with a semaphore of its own. Whether the word still has
 * the value that is expected, and getting into the list, is one atomic section; so is taking waiters out and posting
 * their semaphores. Which of several waiters is woken is not promised by anybody: it is a choice of the run
 * (model_choose). No wait ends without a wake or its time limit.
 */
#include "model.h"

enum { BUCKETS = 16, SEMAPHORE_SIZE = 32 };

enum {
    FUTEX_WAIT = 0,
    FUTEX_WAKE = 1,
    FUTEX_REQUEUE = 3,
    FUTEX_CMP_REQUEUE = 4,
    FUTEX_WAKE_OP = 5,
    FUTEX_WAIT_BITSET = 9,
    FUTEX_WAKE_BITSET = 10,
    FUTEX_PRIVATE = 128,
    FUTEX_REALTIME = 256,
    EVERYBODY = -1 /* as a set of bits */
};

/* clang-format off */
#if defined __x86_64__
enum { SYS_futex = 202, SYS_gettid = 186, SYS_getpid = 39, SYS_sched_yield = 24, SYS_getrandom = 318,
       SYS_membarrier = 324, SYS_exit_group = 231 };
#elif defined __aarch64__
enum { SYS_futex = 98, SYS_gettid = 178, SYS_getpid = 172, SYS_sched_yield = 124, SYS_getrandom = 278,
       SYS_membarrier = 283, SYS_exit_group = 94 };
#elif defined __i386__
enum { SYS_futex = 240, SYS_gettid = 224, SYS_getpid = 20, SYS_sched_yield = 158, SYS_getrandom = 355,
       SYS_membarrier = 375, SYS_exit_group = 252 };
#else
enum { SYS_futex = 240, SYS_gettid = 224, SYS_getpid = 20, SYS_sched_yield = 158, SYS_getrandom = 384,
       SYS_membarrier = 389, SYS_exit_group = 248 };
#endif
/* clang-format on */

int sem_init(void *semaphore, int shared, unsigned value);
int sem_wait(void *semaphore);
int sem_post(void *semaphore);
int __raddle_sem_timedwait(void *semaphore);
pid_t gettid(void);
pid_t getpid(void);
int sched_yield(void);
ssize_t getrandom(void *buffer, size_t count, unsigned flags);
_Noreturn void _exit(int status);

/* Undefined on purpose: reaching one ends the analysis with its name as the reason. */
void syscall_with_a_number_without_a_model(void);
void futex_with_an_operation_without_a_model(void);
void a_signal_handler_that_interrupts_a_futex(void);

struct waiter {
    struct waiter *next;
    const int *word;
    int bits;
    _Bool listed; /* nobody has woken it */
    _Bool ready;  /* its semaphore is initialised */
    _Alignas(8) char semaphore[SEMAPHORE_SIZE];
};

static int coin;
static struct waiter *buckets[BUCKETS];
static int told[BUCKETS]; /* passes on what happened before others were woken; never read or written */
static _Thread_local struct waiter own;

static struct waiter **find_bucket(const int *word)
{
    uintptr_t address = (uintptr_t)word;
    return &buckets[(address >> 2 ^ address >> 12) % BUCKETS];
}

static _Bool waits_for(const struct waiter *waiter, const int *word, int bits)
{
    return waiter->word == word && waiter->bits & bits;
}

static void append(struct waiter *waiter)
{
    struct waiter **place = find_bucket(waiter->word);
    while (*place) {
        place = &(*place)->next;
    }
    waiter->next = NULL;
    *place = waiter;
}

static void remove_own(void)
{
    struct waiter **place = find_bucket(own.word);
    while (*place != &own) {
        place = &(*place)->next;
    }
    *place = own.next;
    own.listed = 0;
}

/* Takes up to `limit` waiters out of the list: they are woken, or wait for another word from now on. */
static int take_out(const int *word, int limit, int bits, const int *other)
{
    int waiting = 0;
    __raddle_release(&told[find_bucket(word) - buckets]); /* who comes to wait later finds what was written to the word */
    for (struct waiter *waiter = *find_bucket(word); waiter; waiter = waiter->next) {
        waiting += waits_for(waiter, word, bits);
    }
    int wanted = limit < waiting ? limit : waiting, taken = 0;
    struct waiter **place = find_bucket(word);
    while (taken < wanted) {
        struct waiter *waiter = *place;
        if (!waits_for(waiter, word, bits) || (waiting-- > wanted - taken && !model_choose(&coin))) {
            place = &waiter->next;
            continue;
        }
        *place = waiter->next;
        taken++;
        if (other) {
            waiter->word = other;
            append(waiter);
        } else {
            waiter->listed = 0;
            sem_post(waiter->semaphore);
        }
    }
    return taken;
}

static long fail(int error)
{
    errno = error;
    return -1;
}

static _Bool is_futex(const int *word)
{
    return (uintptr_t)word % sizeof *word == 0;
}

/* Without a time limit, as long as it takes. */
static long futex_wait_whole(int *word, int value, const struct timespec *limit, int bits)
{
    if (!is_futex(word) || !bits || (limit && (!is_timespec(limit) || limit->tv_sec < 0))) {
        return fail(EINVAL);
    }
    if (!own.ready) {
        sem_init(own.semaphore, 0, 0);
        own.ready = 1;
    }
    __VERIFIER_atomic_begin();
    __raddle_acquire(&told[find_bucket(word) - buckets]);
    _Bool waits = __atomic_load_n(word, __ATOMIC_SEQ_CST) == value;
    if (waits) {
        own.word = word;
        own.bits = bits;
        own.listed = 1;
        append(&own);
    }
    __VERIFIER_atomic_end();
    if (!waits) {
        return fail(EAGAIN);
    }
    if (limit && __raddle_sem_timedwait(own.semaphore) == 0) {
        return 0;
    }
    if (limit) {
        __VERIFIER_atomic_begin();
        _Bool woken = !own.listed;
        if (!woken) {
            remove_own();
        }
        __VERIFIER_atomic_end();
        if (!woken) {
            return fail(ETIMEDOUT);
        }
    }
    sem_wait(own.semaphore);
    return 0;
}

/* It might fail with EINTR then. */
static long futex_wait(int *word, int value, const struct timespec *limit, int bits)
{
    unsigned before = __raddle_interruptions(0);
    long result = futex_wait_whole(word, value, limit, bits);
    if (__raddle_interruptions(0) != before) {
        a_signal_handler_that_interrupts_a_futex();
    }
    return result;
}

/* Linux wakes one even if none is asked for. */
static int at_least_one(int limit)
{
    return limit < 1 ? 1 : limit;
}

static long futex_wake(const int *word, int limit, int bits)
{
    if (!is_futex(word) || !bits) {
        return fail(EINVAL);
    }
    __VERIFIER_atomic_begin();
    int woken = take_out(word, at_least_one(limit), bits, NULL);
    __VERIFIER_atomic_end();
    return woken;
}

/* `expected` may be NULL. The result counts those who are woken and those who wait elsewhere now. */
static long futex_requeue(const int *word, int wakes, int moves, const int *other, const int *expected)
{
    if (!is_futex(word) || !is_futex(other) || wakes < 0 || moves < 0) {
        return fail(EINVAL);
    }
    __VERIFIER_atomic_begin();
    _Bool same = !expected || __atomic_load_n(word, __ATOMIC_SEQ_CST) == *expected;
    int count = same ? take_out(word, wakes, EVERYBODY, NULL) : 0;
    if (same && word != other) {
        count += take_out(word, moves, EVERYBODY, other);
    }
    __VERIFIER_atomic_end();
    return same ? count : fail(EAGAIN);
}

/* What FUTEX_WAKE_OP does to the second word: 4 bits of operation, 4 of comparison, and 12 of operand for each. */
static int operand(unsigned code)
{
    return (int)(code & 0xfff) - (code & 0x800 ? 0x1000 : 0);
}

static int change(int value, unsigned code)
{
    int by = operand(code >> 12);
    by = code >> 31 ? (int)(1u << (by & 31)) : by;
    switch (code >> 28 & 7) {
    case 0:
        return by;
    case 1:
        return (int)((unsigned)value + (unsigned)by);
    case 2:
        return value | by;
    case 3:
        return value & ~by;
    default:
        return value ^ by;
    }
}

static _Bool compares(int value, unsigned code)
{
    int with = operand(code);
    switch (code >> 24 & 15) {
    case 0:
        return value == with;
    case 1:
        return value != with;
    case 2:
        return value < with;
    case 3:
        return value <= with;
    case 4:
        return value > with;
    default:
        return value >= with;
    }
}

static long futex_wake_and_change(const int *word, int limit, int other_limit, int *other, unsigned code)
{
    if (!is_futex(word) || !is_futex(other)) {
        return fail(EINVAL);
    }
    if ((code >> 28 & 7) > 4 || (code >> 24 & 15) > 5) {
        return fail(38); /* ENOSYS */
    }
    __VERIFIER_atomic_begin();
    int before = __atomic_load_n(other, __ATOMIC_SEQ_CST);
    __atomic_store_n(other, change(before, code), __ATOMIC_SEQ_CST);
    int woken = take_out(word, at_least_one(limit), EVERYBODY, NULL);
    if (compares(before, code)) {
        woken += take_out(other, at_least_one(other_limit), EVERYBODY, NULL);
    }
    __VERIFIER_atomic_end();
    return woken;
}

/*
 * Arguments are passed as ints or as longs, and only those that matter. The lower half of either is an int; of a pointer
 * it is 0 for NULL alone, which may be written 0.
 */
struct arguments {
    va_list list;
};

static int next_number(struct arguments *arguments)
{
    return va_arg(arguments->list, int);
}

static void *next_pointer(struct arguments *arguments)
{
    va_list ahead;
    va_copy(ahead, arguments->list);
    int half = va_arg(ahead, int);
    va_end(ahead);
    if (!half) {
        next_number(arguments);
        return NULL;
    }
    return va_arg(arguments->list, void *);
}

static long futex(struct arguments *arguments)
{
    int *word = next_pointer(arguments), *other;
    int operation = next_number(arguments) & ~(FUTEX_PRIVATE | FUTEX_REALTIME), value = next_number(arguments), second;
    const struct timespec *limit;
    switch (operation) {
    case FUTEX_WAIT:
        return futex_wait(word, value, next_pointer(arguments), EVERYBODY);
    case FUTEX_WAKE:
        return futex_wake(word, value, EVERYBODY);
    case FUTEX_WAIT_BITSET:
        limit = next_pointer(arguments);
        next_pointer(arguments);
        return futex_wait(word, value, limit, next_number(arguments));
    case FUTEX_WAKE_BITSET:
        next_pointer(arguments);
        next_pointer(arguments);
        return futex_wake(word, value, next_number(arguments));
    case FUTEX_REQUEUE:
        second = next_number(arguments);
        return futex_requeue(word, value, second, next_pointer(arguments), NULL);
    case FUTEX_CMP_REQUEUE: {
        second = next_number(arguments);
        other = next_pointer(arguments);
        int expected = next_number(arguments);
        return futex_requeue(word, value, second, other, &expected);
    }
    case FUTEX_WAKE_OP:
        second = next_number(arguments);
        other = next_pointer(arguments);
        return futex_wake_and_change(word, value, second, other, (unsigned)next_number(arguments));
    default:
        futex_with_an_operation_without_a_model();
        return -1;
    }
}

long syscall(long number, ...)
{
    struct arguments arguments;
    va_start(arguments.list, number);
    long result = 0;
    void *buffer;
    switch (number) {
    case SYS_futex:
        result = futex(&arguments);
        break;
    case SYS_gettid:
        result = gettid();
        break;
    case SYS_getpid:
        result = getpid();
        break;
    case SYS_sched_yield:
        sched_yield();
        break;
    case SYS_getrandom:
        buffer = next_pointer(&arguments);
        size_t count = (unsigned)next_number(&arguments);
        result = getrandom(buffer, count, (unsigned)next_number(&arguments));
        break;
    case SYS_membarrier: /* 0 asks what is there; all others have no effect here */
        result = next_number(&arguments) == 0 ? 0x3ff : 0;
        break;
    case SYS_exit_group:
        _exit(next_number(&arguments));
    default:
        syscall_with_a_number_without_a_model();
    }
    va_end(arguments.list);
    return result;
}
