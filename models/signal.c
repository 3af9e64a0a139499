/*
 * Signals between the threads of a process, as far as it is known where they are delivered: to a thread that waits for
 * them (sigwait, sigsuspend), that sends them to itself, or that unblocks them. A handler that would have to run in the
 * middle of what another thread does is refused by name. There is no world outside that sends any.
 *
 * A set is a word of 64 bits, of which bit N - 1 is signal N. What all threads share is accessed in atomic sections. A
 * thread's mask is written by the thread alone.
 */
#include "model.h"

enum {
    SIGNAL_COUNT = 64,
    SIGINT = 2,
    SIGABRT = 6,
    SIGKILL = 9,
    SIGCHLD = 17,
    SIGCONT = 18,
    SIGSTOP = 19,
    SIGTTOU = 22,
    SIGURG = 23,
    SIGWINCH = 28,
    FIRST_QUEUED = 32, /* those of real time, which glibc has some of for itself */
    EXIT_STATUS = 128, /* and the number of the signal */
    WITH_INFORMATION = 4,
    NOT_DEFERRED = 0x40000000,
    TO_BLOCK = 0,
    TO_UNBLOCK = 1,
    TO_SET = 2,
    MASK_IS_SAVED = 40 /* a bit of the second word that setjmp writes (src/machine/jumps.c) */
};

#define RESETS 0x80000000u
#define DEFAULT ((void *)0)
#define IGNORED ((void *)1)
#define FAILED ((void *)-1)

typedef unsigned long long Set;

/* glibc's */
typedef struct {
    unsigned long words[128 / sizeof(unsigned long)];
} sigset_t;
struct sigaction {
    void *handler;
    sigset_t mask;
    int flags;
    void (*restorer)(void);
};
typedef struct {
    int words[32];
} siginfo_t;

/* Without padding, wherever it is compiled for: what is copied has all been written. */
typedef struct Disposition {
    Set mask;
    Set flags;
    void *handler;
    void *unused;
} Disposition;

/* Undefined on purpose: reaching one ends the analysis with its name as the reason. */
void a_signal_handler_in_the_middle_of_another_thread(void);
void a_signal_that_stops_the_process(void);
void a_signal_that_dumps_core_in_another_thread(void);
void a_real_time_signal(void);
void a_signal_to_another_process(void);
void longjmp_out_of_a_signal_handler(void);
void longjmp_that_restores_a_signal_mask(void);

int pthread_create(pthread_t *handle, const void *attributes, void *(*start)(void *), void *argument);
pid_t getpid(void);

static Disposition dispositions[SIGNAL_COUNT];
static Set masks[MODEL_THREAD_LIMIT];
static Set pending[MODEL_THREAD_LIMIT]; /* sent to a thread that blocks them */
static Set pending_for_all;             /* sent to the process, all threads of which block them */
static Set accepted[MODEL_THREAD_LIMIT]; /* by a thread that is suspended until one comes */
static unsigned created;                 /* threads, without the first */
static _Thread_local int handler_depth;

static Set bit_of(int number)
{
    return (Set)1 << (number - 1);
}

static _Bool is_signal(int number)
{
    return number > 0 && number <= SIGNAL_COUNT;
}

static Set unblockable(void)
{
    return bit_of(SIGKILL) | bit_of(SIGSTOP);
}

static Set read_set(const sigset_t *set)
{
    Set value = set->words[0];
    if (sizeof(unsigned long) == 4) {
        value |= (Set)set->words[1] << 32;
    }
    return value;
}

static void write_set(sigset_t *set, Set value)
{
    set->words[0] = (unsigned long)value;
    if (sizeof(unsigned long) == 4) {
        set->words[1] = (unsigned long)(value >> 32);
    }
}

static unsigned get_self(void)
{
    return model_thread_number(pthread_self());
}

static int fail(int error)
{
    errno = error;
    return -1;
}

int sigemptyset(sigset_t *set)
{
    memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set)
{
    memset(set, 0xff, sizeof *set);
    write_set(set, ~(bit_of(32) | bit_of(33)));
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    if (!is_signal(number)) {
        return fail(EINVAL);
    }
    write_set(set, read_set(set) | bit_of(number));
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!is_signal(number)) {
        return fail(EINVAL);
    }
    write_set(set, read_set(set) & ~bit_of(number));
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    if (!is_signal(number)) {
        return fail(EINVAL);
    }
    return (read_set(set) & bit_of(number)) != 0;
}

int sigisemptyset(const sigset_t *set)
{
    return read_set(set) == 0;
}

int __libc_current_sigrtmin(void)
{
    return 34;
}

int __libc_current_sigrtmax(void)
{
    return SIGNAL_COUNT;
}

/* --- What becomes of a signal that a thread does not block */

static _Bool is_ignored_by_default(int number)
{
    return number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH;
}

static _Bool stops_process(int number)
{
    return number >= SIGSTOP && number <= SIGTTOU;
}

/* SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGXCPU, SIGXFSZ, SIGSYS */
static _Bool dumps_core(int number)
{
    return number < FIRST_QUEUED && (0x418004fcu >> (number - 1) & 1);
}

static _Noreturn void die(int number)
{
    if (stops_process(number)) {
        a_signal_that_stops_the_process();
    }
    if (number == SIGABRT) {
        abort();
    }
    __raddle_process_exit(EXIT_STATUS + number);
}

static Disposition get_disposition(int number)
{
    __VERIFIER_atomic_begin();
    Disposition disposition = dispositions[number - 1];
    __VERIFIER_atomic_end();
    return disposition;
}

static _Bool is_ignored(int number, const Disposition *disposition)
{
    return disposition->handler == IGNORED || (disposition->handler == DEFAULT && is_ignored_by_default(number));
}

static Set get_mask(void)
{
    __VERIFIER_atomic_begin();
    Set mask = masks[get_self()];
    __VERIFIER_atomic_end();
    return mask;
}

static void put_mask(Set mask)
{
    __VERIFIER_atomic_begin();
    masks[get_self()] = mask & ~unblockable();
    __VERIFIER_atomic_end();
}

static int lowest(Set set)
{
    return __builtin_ctzll(set) + 1;
}

static int take_from(Set *set, Set wanted)
{
    if (!(*set & wanted)) {
        return 0;
    }
    int number = lowest(*set & wanted);
    *set &= ~bit_of(number);
    return number;
}

/* Takes one of the signals that wait for the thread, first those that were sent to it alone; 0 if there is none. */
static int take_pending(Set wanted)
{
    __VERIFIER_atomic_begin();
    int number = take_from(&pending[get_self()], wanted);
    if (!number) {
        number = take_from(&pending_for_all, wanted);
    }
    __VERIFIER_atomic_end();
    return number;
}

static void run_handler(int number, const Disposition *disposition)
{
    siginfo_t information = {{number}};
    handler_depth++;
    if (disposition->flags & WITH_INFORMATION) {
        ((void (*)(int, siginfo_t *, void *))disposition->handler)(number, &information, NULL);
    } else {
        ((void (*)(int))disposition->handler)(number);
    }
    handler_depth--;
}

static void deliver_unblocked(void);

/*
 * Delivers a signal here and now; a mask is restored after its handler. Others that have come with it interrupt the
 * handler before it has begun.
 */
static void deliver(int number, Set restored)
{
    Disposition disposition = get_disposition(number);
    if (is_ignored(number, &disposition)) {
        return;
    }
    if (disposition.handler == DEFAULT) {
        die(number);
    }
    if (disposition.flags & RESETS) {
        __VERIFIER_atomic_begin();
        dispositions[number - 1].handler = DEFAULT;
        __VERIFIER_atomic_end();
    }
    put_mask(get_mask() | disposition.mask | (disposition.flags & NOT_DEFERRED ? 0 : bit_of(number)));
    deliver_unblocked();
    run_handler(number, &disposition);
    put_mask(restored);
    deliver_unblocked();
}

static void deliver_unblocked(void)
{
    for (int number; (number = take_pending(~get_mask())) != 0;) {
        deliver(number, get_mask());
    }
}

/* --- Dispositions */

static void discard_ignored(int number)
{
    for (unsigned i = 0; i <= created; i++) {
        pending[i] &= ~bit_of(number);
    }
    pending_for_all &= ~bit_of(number);
}

static Disposition exchange_disposition(int number, const Disposition *given)
{
    __VERIFIER_atomic_begin();
    Disposition before = dispositions[number - 1];
    if (given) {
        dispositions[number - 1] = *given;
        if (is_ignored(number, given)) {
            discard_ignored(number);
        }
    }
    __VERIFIER_atomic_end();
    return before;
}

int sigaction(int number, const struct sigaction *restrict given, struct sigaction *restrict before)
{
    if (!is_signal(number) || (given && (number == SIGKILL || number == SIGSTOP))) {
        return fail(EINVAL);
    }
    Disposition disposition = {0};
    if (given) {
        disposition = (Disposition){read_set(&given->mask), (unsigned)given->flags, given->handler, NULL};
    }
    Disposition old = exchange_disposition(number, given ? &disposition : NULL);
    if (before) {
        before->handler = old.handler;
        sigemptyset(&before->mask);
        write_set(&before->mask, old.mask);
        before->flags = (int)old.flags;
    }
    return 0;
}

void *signal(int number, void *handler)
{
    if (!is_signal(number) || number == SIGKILL || number == SIGSTOP || handler == FAILED) {
        errno = EINVAL;
        return FAILED;
    }
    Disposition disposition = {0, 0x10000000, handler, NULL};
    return exchange_disposition(number, &disposition).handler;
}

/* --- Masks */

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
    Set mask = get_mask(), given = set ? read_set(set) : 0;
    if (before) {
        sigemptyset(before);
        write_set(before, mask);
    }
    if (!set) {
        return 0;
    }
    if (how != TO_BLOCK && how != TO_UNBLOCK && how != TO_SET) {
        return EINVAL;
    }
    put_mask(how == TO_BLOCK ? mask | given : how == TO_UNBLOCK ? mask & ~given : given);
    deliver_unblocked();
    return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
    int error = pthread_sigmask(how, set, before);
    return error ? fail(error) : 0;
}

/* A thread inherits the mask of who creates it: it cannot run before it has it. */
int __raddle_signal_pthread_create(pthread_t *handle, const void *attributes, void *(*start)(void *), void *argument)
{
    __VERIFIER_atomic_begin();
    int error = pthread_create(handle, attributes, start, argument);
    if (error == 0) {
        masks[*handle - 1] = masks[get_self()];
        created++;
    }
    __VERIFIER_atomic_end();
    return error;
}

/* --- Sending */

/* To the thread itself, before the call returns. */
static void send_to_self(int number)
{
    __VERIFIER_atomic_begin();
    _Bool blocked = (masks[get_self()] & bit_of(number)) != 0;
    if (blocked) {
        pending[get_self()] |= bit_of(number);
    }
    __VERIFIER_atomic_end();
    if (!blocked) {
        deliver(number, get_mask());
    }
}

/* To a thread that does not block it. */
static void interrupt(int number)
{
    Disposition disposition = get_disposition(number);
    if (is_ignored(number, &disposition)) {
        return;
    }
    if (disposition.handler != DEFAULT) {
        a_signal_handler_in_the_middle_of_another_thread();
    }
    if (dumps_core(number)) {
        a_signal_that_dumps_core_in_another_thread();
    }
    die(number);
}

static _Bool is_queued(int number)
{
    if (number >= FIRST_QUEUED) {
        a_real_time_signal();
    }
    return number >= FIRST_QUEUED;
}

int raise(int number)
{
    if (number < 0 || number > SIGNAL_COUNT) {
        return fail(EINVAL);
    }
    if (number != 0 && !is_queued(number)) {
        send_to_self(number);
    }
    return 0;
}

int pthread_kill(pthread_t thread, int number)
{
    unsigned target = model_thread_number(thread);
    if (number < 0 || number > SIGNAL_COUNT) {
        return EINVAL;
    }
    if (number == 0 || is_queued(number)) {
        return 0;
    }
    if (thread == pthread_self()) {
        send_to_self(number);
        return 0;
    }
    __VERIFIER_atomic_begin();
    _Bool blocked = ((masks[target] | accepted[target]) & bit_of(number)) != 0;
    _Bool over = model_thread_is_over(target);
    if (blocked && !over) {
        pending[target] |= bit_of(number);
    }
    __VERIFIER_atomic_end();
    if (!blocked && !over) {
        interrupt(number);
    }
    return 0;
}

/* To the process: to a thread that does not block it. */
static void send_to_all(int number)
{
    _Bool taken = 0;
    __VERIFIER_atomic_begin();
    _Bool blocked = (masks[get_self()] & bit_of(number)) != 0;
    for (unsigned i = 0; i <= created; i++) {
        taken |= i != get_self() && !((masks[i] | accepted[i]) & bit_of(number)) && !model_thread_is_over(i);
    }
    if (blocked && !taken) {
        pending_for_all |= bit_of(number);
    }
    __VERIFIER_atomic_end();
    if (taken) {
        interrupt(number);
    } else if (!blocked) {
        deliver(number, get_mask());
    }
}

int kill(pid_t process, int number)
{
    if (number < 0 || number > SIGNAL_COUNT) {
        return fail(EINVAL);
    }
    if (process != getpid() && process != 0) {
        a_signal_to_another_process();
    }
    if (number != 0 && !is_queued(number)) {
        send_to_all(number);
    }
    return 0;
}

/* --- Waiting */

static void check_blocked(Set set)
{
    if (set & ~get_mask() & ~unblockable()) {
        __raddle_misuse("a wait for a signal that the thread does not block");
    }
}

static int wait_for(Set wanted)
{
    for (;;) {
        __raddle_cancellation_point();
        int number = take_pending(wanted);
        if (number) {
            return number;
        }
    }
}

int sigwait(const sigset_t *restrict set, int *restrict number)
{
    Set wanted = read_set(set);
    check_blocked(wanted);
    *number = wait_for(wanted);
    return 0;
}

static void inform(siginfo_t *information, int number)
{
    if (information) {
        memset(information, 0, sizeof *information);
        information->words[0] = number;
    }
}

int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict information)
{
    int number;
    sigwait(set, &number);
    inform(information, number);
    return number;
}

/* Gives up where it would have to wait. */
int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict information, const struct timespec *restrict time)
{
    if (time->tv_nsec < 0 || time->tv_nsec >= 1000000000) {
        return fail(EINVAL);
    }
    Set wanted = read_set(set);
    check_blocked(wanted);
    __raddle_cancellation_point();
    int number = take_pending(wanted);
    if (!number) {
        return fail(EAGAIN);
    }
    inform(information, number);
    return number;
}

int sigpending(sigset_t *set)
{
    __VERIFIER_atomic_begin();
    Set found = (pending[get_self()] | pending_for_all) & masks[get_self()];
    __VERIFIER_atomic_end();
    sigemptyset(set);
    write_set(set, found);
    return 0;
}

static _Bool is_unheeded(int number)
{
    Disposition disposition = get_disposition(number);
    return is_ignored(number, &disposition);
}

static void accept(Set set)
{
    __VERIFIER_atomic_begin();
    accepted[get_self()] = set;
    __VERIFIER_atomic_end();
}

/* Until a handler has run, with another mask. */
int sigsuspend(const sigset_t *set)
{
    Set before = get_mask(), during = read_set(set) & ~unblockable();
    int number;
    do {
        accept(~during);
        number = wait_for(~during);
        accept(0);
    } while (is_unheeded(number));
    put_mask(during);
    deliver(number, before);
    return fail(EINTR);
}

int pause(void)
{
    sigset_t mask;
    sigemptyset(&mask);
    write_set(&mask, get_mask());
    return sigsuspend(&mask);
}

/* --- Jumps, which may restore a mask */

_Noreturn void siglongjmp(void *buffer, int value);

_Noreturn void __raddle_signal_siglongjmp(void *buffer, int value)
{
    if (handler_depth > 0) {
        longjmp_out_of_a_signal_handler();
    }
    if (((unsigned long long *)buffer)[1] >> MASK_IS_SAVED & 1) {
        longjmp_that_restores_a_signal_mask();
    }
    siglongjmp(buffer, value);
}

_Noreturn void __raddle_signal_longjmp(void *buffer, int value)
{
    __raddle_signal_siglongjmp(buffer, value);
}

_Noreturn void __raddle_signal__longjmp(void *buffer, int value)
{
    __raddle_signal_siglongjmp(buffer, value);
}
