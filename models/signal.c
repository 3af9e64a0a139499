/*
 * Signals between the threads of a process. There is no world outside that sends any.
 *
 * A signal waits for a thread, or for any of them. The thread that is to take it does so itself: where it sends it to
 * itself, unblocks it, waits for it (sigwait, sigsuspend); or where it is interrupted: as long as one waits for it that
 * it does not block, the machine may let it call __raddle_interrupted at any step (src/machine/interrupts.c).
 *
 * A set is a word of 64 bits, of which bit N - 1 is signal N. What all threads share is accessed in atomic sections. A
 * thread's mask is written by the thread alone. To take a signal, to look what is to be done about it and to block what
 * its handler does not want to be interrupted by is one section.
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
    LETS_CALLS_GO_ON = 0x10000000, /* SA_RESTART */
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
static Set pending[MODEL_THREAD_LIMIT];           /* sent to a thread that has not taken them yet */
static Set pending_for_all;                       /* sent to the process, and taken by no thread yet */
static unsigned suspended[MODEL_THREAD_LIMIT];    /* it looks for signals itself until one comes */
static unsigned created;                          /* threads, without the first */
static _Thread_local int handler_depth;
static _Thread_local unsigned interruptions[2]; /* all; by handlers that do not let calls go on */

/* A signal that the thread has taken. */
typedef struct Delivery {
    Disposition disposition;
    Set restored; /* the mask after it */
    int number;
    _Bool more; /* another one waits that its handler does not block */
} Delivery;

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

/* --- Who may be interrupted. All of these are called inside sections. */

static _Bool has_deliverable(unsigned thread)
{
    return !suspended[thread] && ((pending[thread] | pending_for_all) & ~masks[thread]) != 0;
}

static void update(unsigned thread)
{
    __raddle_interrupt(thread, has_deliverable(thread));
}

static void update_all(void)
{
    for (unsigned i = 0; i <= created; i++) {
        update(i);
    }
}

static int lowest(Set set)
{
    return __builtin_ctzll(set) + 1;
}

/* Takes one of the signals that wait for the thread, first those that were sent to it alone; 0 if there is none. */
static int take(unsigned self, Set wanted)
{
    if (pending[self] & wanted) {
        int number = lowest(pending[self] & wanted);
        pending[self] &= ~bit_of(number);
        update(self);
        return number;
    }
    if (pending_for_all & wanted) {
        int number = lowest(pending_for_all & wanted);
        pending_for_all &= ~bit_of(number);
        update_all();
        return number;
    }
    return 0;
}

/* Takes a signal that the thread does not block, and lets its handler's mask take effect; whether there was one. */
static _Bool take_delivery(unsigned self, Delivery *delivery)
{
    int number = take(self, ~masks[self]);
    while (number && is_ignored(number, &dispositions[number - 1])) {
        number = take(self, ~masks[self]);
    }
    if (!number) {
        return 0;
    }
    Disposition *disposition = &dispositions[number - 1];
    delivery->number = number;
    delivery->disposition = *disposition;
    delivery->restored = masks[self];
    masks[self] |= (disposition->mask | (disposition->flags & NOT_DEFERRED ? 0 : bit_of(number))) & ~unblockable();
    if (disposition->flags & RESETS) {
        disposition->handler = DEFAULT;
    }
    suspended[self] = 0;
    delivery->more = has_deliverable(self);
    update(self);
    return 1;
}

/* --- Delivery */

static _Bool begin_delivery(Delivery *delivery)
{
    __VERIFIER_atomic_begin();
    _Bool found = take_delivery(get_self(), delivery);
    __VERIFIER_atomic_end();
    return found;
}

/* Returns whether a signal is to be delivered now that was blocked before. */
static _Bool change_mask(int how, Set given, Set *before, Delivery *delivery)
{
    __VERIFIER_atomic_begin();
    unsigned self = get_self();
    Set mask = masks[self];
    masks[self] = (how == TO_BLOCK ? mask | given : how == TO_UNBLOCK ? mask & ~given : given) & ~unblockable();
    *before = mask;
    _Bool found = take_delivery(self, delivery);
    if (!found) {
        update(self);
    }
    __VERIFIER_atomic_end();
    return found;
}

static void run_handler(const Delivery *delivery)
{
    int number = delivery->number;
    siginfo_t information = {{number}};
    handler_depth++;
    if (delivery->disposition.flags & WITH_INFORMATION) {
        ((void (*)(int, siginfo_t *, void *))delivery->disposition.handler)(number, &information, NULL);
    } else {
        ((void (*)(int))delivery->disposition.handler)(number);
    }
    handler_depth--;
}

/* Others that have come with the signal interrupt its handler before it has begun. */
static void deliver(Delivery *delivery, _Bool interrupts)
{
    Set before;
    do {
        Delivery other;
        if (delivery->disposition.handler == DEFAULT) {
            die(delivery->number);
        }
        if (delivery->more && begin_delivery(&other)) {
            deliver(&other, interrupts);
        }
        if (interrupts) {
            __raddle_handler_begins(delivery->number, delivery->disposition.handler);
        }
        run_handler(delivery);
    } while (change_mask(TO_SET, delivery->restored, &before, delivery));
}

/*
 * The machine lets a thread call this at any step as long as a signal waits for it. A call that it interrupts while it
 * waits goes on afterwards, or fails, as the first of the handlers wants it.
 */
void __raddle_interrupted(void)
{
    Delivery delivery;
    if (!begin_delivery(&delivery)) {
        return;
    }
    unsigned all = interruptions[0], ending = interruptions[1];
    _Bool ends_calls = !(delivery.disposition.flags & LETS_CALLS_GO_ON);
    deliver(&delivery, 1);
    interruptions[0] = all + 1; /* what interrupted the handler is of no concern to the call */
    interruptions[1] = ending + ends_calls;
}

/* See model.h. */
unsigned __raddle_interrupt_interruptions(int ending)
{
    return interruptions[ending];
}

/* --- Dispositions */

static void discard_ignored(int number)
{
    for (unsigned i = 0; i <= created; i++) {
        pending[i] &= ~bit_of(number);
    }
    pending_for_all &= ~bit_of(number);
    update_all();
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
    Delivery delivery;
    Set mask;
    if (set && how != TO_BLOCK && how != TO_UNBLOCK && how != TO_SET) {
        return EINVAL;
    }
    if (!set) {
        mask = get_mask();
    } else if (change_mask(how, read_set(set), &mask, &delivery)) {
        deliver(&delivery, 0);
    }
    if (before) {
        sigemptyset(before);
        write_set(before, mask);
    }
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
        update((unsigned)*handle - 1);
    }
    __VERIFIER_atomic_end();
    return error;
}

/* As in threads.c. */
int __raddle_signal_thrd_create(pthread_t *thread, int (*function)(void *), void *argument)
{
    enum { SUCCESS = 0, ERROR = 2, NO_MEMORY = 3 };
    int error =
        __raddle_signal_pthread_create(thread, NULL, (void *(*)(void *))(void (*)(void))function, argument);
    return error == 0 ? SUCCESS : error == EAGAIN || error == ENOMEM ? NO_MEMORY : ERROR;
}

/* --- Sending */

/* What is done about a signal to a thread that does not block it. */
typedef enum Fate { FORGOTTEN, FATAL, HANDLED } Fate;

static Fate get_fate(int number)
{
    const Disposition *disposition = &dispositions[number - 1];
    return is_ignored(number, disposition) ? FORGOTTEN : disposition->handler == DEFAULT ? FATAL : HANDLED;
}

static _Bool does_not_block(unsigned thread, int number)
{
    return !(masks[thread] & bit_of(number));
}

/* To the thread itself, before the call returns. */
static void send_to_self(int number)
{
    Delivery delivery;
    _Bool found = 0;
    __VERIFIER_atomic_begin();
    unsigned self = get_self();
    Fate fate = does_not_block(self, number) ? get_fate(number) : HANDLED;
    if (fate == HANDLED) {
        pending[self] |= bit_of(number);
        found = take_delivery(self, &delivery);
    }
    __VERIFIER_atomic_end();
    if (fate == FATAL) {
        die(number);
    }
    if (found) {
        deliver(&delivery, 0);
    }
}

/* To another thread that neither blocks it nor has a handler for it. */
static _Noreturn void die_elsewhere(int number)
{
    if (dumps_core(number)) {
        a_signal_that_dumps_core_in_another_thread();
    }
    die(number);
}

static void check_life(unsigned target)
{
    ModelLife life = model_thread_life(target);
    if (life == LIFE_JOINED) {
        __raddle_misuse("pthread_kill of a thread that was already joined");
    }
    if (life == LIFE_DETACHED) {
        __raddle_misuse("pthread_kill of a detached thread that has ended");
    }
}

static void send_to(unsigned target, int number)
{
    __VERIFIER_atomic_begin();
    check_life(target);
    _Bool awake = does_not_block(target, number) && !suspended[target];
    Fate fate = model_thread_is_over(target) ? FORGOTTEN : awake ? get_fate(number) : HANDLED;
    if (fate == HANDLED) {
        pending[target] |= bit_of(number);
        update(target);
    }
    __VERIFIER_atomic_end();
    if (fate == FATAL) {
        die_elsewhere(number);
    }
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
        check_life(target);
        return 0;
    }
    if (thread == pthread_self()) {
        send_to_self(number);
        return 0;
    }
    send_to(target, number);
    return 0;
}

/* Whether another thread than the first of these may take it. Inside a section. */
static _Bool others_take(unsigned self, int number, _Bool awake)
{
    _Bool taken = 0;
    for (unsigned i = 0; i <= created; i++) {
        taken |= i != self && does_not_block(i, number) && !(awake && suspended[i]) && !model_thread_is_over(i);
    }
    return taken;
}

/* To the process: any thread that does not block it may take it; before the call returns if nobody else can. */
static void send_to_all(int number)
{
    Delivery delivery;
    _Bool found = 0;
    __VERIFIER_atomic_begin();
    unsigned self = get_self();
    _Bool own = does_not_block(self, number), awake = others_take(self, number, 1);
    Fate fate = own || awake ? get_fate(number) : HANDLED;
    if (fate == HANDLED) {
        pending_for_all |= bit_of(number);
        if (own && !others_take(self, number, 0)) {
            found = take_delivery(self, &delivery);
        } else {
            update_all();
        }
    }
    __VERIFIER_atomic_end();
    if (fate == FATAL && awake) {
        die_elsewhere(number);
    } else if (fate == FATAL) {
        die(number);
    }
    if (found) {
        deliver(&delivery, 0);
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

/* Takes one of the signals that wait for the thread. */
static int take_pending(Set wanted)
{
    __VERIFIER_atomic_begin();
    int number = take(get_self(), wanted);
    __VERIFIER_atomic_end();
    return number;
}

int sigwait(const sigset_t *restrict set, int *restrict number)
{
    Set wanted = read_set(set);
    check_blocked(wanted);
    for (;;) {
        __raddle_cancellation_point();
        int found = take_pending(wanted);
        if (found) {
            *number = found;
            return 0;
        }
    }
}

static void inform(siginfo_t *information, int number)
{
    if (information) {
        memset(information, 0, sizeof *information);
        information->words[0] = number;
    }
}

/* A handler ends it once it waits, whatever the handler's flags. */
int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict information)
{
    Set wanted = read_set(set);
    check_blocked(wanted);
    __raddle_cancellation_point();
    int number = take_pending(wanted);
    unsigned before = __raddle_interruptions(0);
    while (!number) {
        __raddle_cancellation_point();
        if (__raddle_interruptions(0) != before) {
            return fail(EINTR);
        }
        number = take_pending(wanted);
    }
    inform(information, number);
    return number;
}

/* Gives up where it would have to wait. */
int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict information, const struct timespec *restrict time)
{
    if (!is_timespec(time)) {
        return fail(EINVAL);
    }
    Set wanted = read_set(set);
    check_blocked(wanted);
    __raddle_cancellation_point();
    int number = take_pending(wanted);
    if (!number) {
        return fail((time->tv_sec > 0 || time->tv_nsec > 0) && __raddle_rest_in_call(0) ? EINTR : EAGAIN);
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

/* With another mask; returns the one before. */
static Set suspend(Set mask)
{
    __VERIFIER_atomic_begin();
    unsigned self = get_self();
    Set before = masks[self];
    masks[self] = mask;
    suspended[self] = 1;
    update(self);
    __VERIFIER_atomic_end();
    return before;
}

/* Until a handler has run, with another mask. */
int sigsuspend(const sigset_t *set)
{
    Set before = suspend(read_set(set) & ~unblockable());
    Delivery delivery;
    do {
        __raddle_cancellation_point();
    } while (!begin_delivery(&delivery));
    delivery.restored = before;
    deliver(&delivery, 0);
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
