/*
 * What a process may use and has used, and how it is scheduled: limits and priorities are remembered and have no effect.
 * There is one process, of an ordinary user: what only others may do is refused.
 */
#include "model.h"

enum {
    EACCES = 13,
    EFAULT = 14,
    RESOURCES = 16,
    RESOURCE_STACK = 3,
    RESOURCE_CORE = 4,
    RESOURCE_FILES = 7,
    LOWEST_PRIORITY = 19,
    PROCESS_NUMBER = 4000,
    NAME_SIZE = 16,
    TIMER_SLACK = 50000
};

clock_t clock(void);
int pthread_setname_np(pthread_t thread, const char *name);
int pthread_getname_np(pthread_t thread, char *buffer, size_t size);

/* Undefined on purpose: reaching one ends the analysis with its name as the reason. */
void prctl_with_an_option_without_a_model(void);
void prlimit_of_another_process(void);

/* Limits. `unsigned long` in the calls without a number, 64 bits in the others. */
struct limit {
    unsigned long long soft, hard;
};

struct word_limit {
    unsigned long soft, hard;
};

static struct limit limits[RESOURCES] = {
    [0] = {-1ULL, -1ULL},         [1] = {-1ULL, -1ULL}, [2] = {-1ULL, -1ULL},  [RESOURCE_STACK] = {8 << 20, -1ULL},
    [RESOURCE_CORE] = {0, -1ULL}, [5] = {-1ULL, -1ULL}, [6] = {15000, 15000},  [RESOURCE_FILES] = {1024, 1 << 20},
    [8] = {8 << 20, 8 << 20},     [9] = {-1ULL, -1ULL}, [10] = {-1ULL, -1ULL}, [11] = {15000, 15000},
    [12] = {819200, 819200},      [13] = {0, 0},        [14] = {0, 0},         [15] = {-1ULL, -1ULL},
};

/* Either may be NULL. The result is an error, or 0. */
static int exchange_limit(int resource, const struct limit *wanted, struct limit *old)
{
    if (resource < 0 || resource >= RESOURCES) {
        return EINVAL;
    }
    if (wanted && wanted->soft > wanted->hard) {
        return EINVAL;
    }
    __VERIFIER_atomic_begin();
    struct limit current = limits[resource];
    _Bool allowed = !wanted || wanted->hard <= current.hard;
    if (wanted && allowed) {
        limits[resource] = *wanted;
    }
    __VERIFIER_atomic_end();
    if (old) {
        *old = current;
    }
    return allowed ? 0 : EPERM;
}

static int end(int error)
{
    if (error) {
        errno = error;
        return -1;
    }
    return 0;
}

static unsigned long long widen(unsigned long value)
{
    return value == ULONG_MAX ? -1ULL : value;
}

static unsigned long narrow(unsigned long long value)
{
    return value > ULONG_MAX ? ULONG_MAX : (unsigned long)value;
}

int getrlimit(int resource, struct word_limit *result)
{
    struct limit limit;
    int error = exchange_limit(resource, NULL, &limit);
    if (!error) {
        result->soft = narrow(limit.soft);
        result->hard = narrow(limit.hard);
    }
    return end(error);
}

int setrlimit(int resource, const struct word_limit *limit)
{
    struct limit wanted = {widen(limit->soft), widen(limit->hard)};
    return end(exchange_limit(resource, &wanted, NULL));
}

int getrlimit64(int resource, struct limit *result)
{
    return end(exchange_limit(resource, NULL, result));
}

int setrlimit64(int resource, const struct limit *limit)
{
    struct limit wanted = *limit;
    return end(exchange_limit(resource, &wanted, NULL));
}

int prlimit64(pid_t process, int resource, const struct limit *given, struct limit *old)
{
    if (process != 0 && process != PROCESS_NUMBER) {
        prlimit_of_another_process();
    }
    struct limit wanted = {0, 0}, current;
    if (given) {
        wanted = *given;
    }
    int error = exchange_limit(resource, given ? &wanted : NULL, &current);
    if (!error && old) {
        *old = current;
    }
    return end(error);
}

int prlimit(pid_t process, int resource, const struct word_limit *given, struct word_limit *old)
{
    struct limit wanted = {0, 0}, current;
    if (given) {
        wanted.soft = widen(given->soft);
        wanted.hard = widen(given->hard);
    }
    int result = prlimit64(process, resource, given ? &wanted : NULL, &current);
    if (result == 0 && old) {
        old->soft = narrow(current.soft);
        old->hard = narrow(current.hard);
    }
    return result;
}

/* What was used: some time, which does not go back, and nothing else that could be told. */
struct usage {
    struct timeval user, system;
    long rest[14];
};

int getrusage(int who, struct usage *result)
{
    if (who < -1 || who > 1) {
        errno = EINVAL;
        return -1;
    }
    *result = (struct usage){.user = {0, 0}};
    if (who >= 0) {
        clock_t microseconds = clock();
        result->user.tv_sec = microseconds / 1000000;
        result->user.tv_usec = microseconds % 1000000;
    }
    return 0;
}

/* In ticks of a hundredth of a second. */
struct process_times {
    clock_t user, system, user_of_children, system_of_children;
};

clock_t times(struct process_times *result)
{
    clock_t ticks = clock() / 10000;
    if (result) {
        *result = (struct process_times){.user = ticks};
    }
    return ticks;
}

/* Priorities of processes: one may lower one's own. */
static int niceness;

int nice(int increment)
{
    if (increment < 0) {
        errno = EPERM;
        return -1;
    }
    __VERIFIER_atomic_begin();
    niceness = increment > LOWEST_PRIORITY - niceness ? LOWEST_PRIORITY : niceness + increment;
    int result = niceness;
    __VERIFIER_atomic_end();
    return result;
}

int getpriority(int which, unsigned who)
{
    (void)who;
    if (which < 0 || which > 2) {
        errno = EINVAL;
        return -1;
    }
    return __atomic_load_n(&niceness, __ATOMIC_SEQ_CST);
}

int setpriority(int which, unsigned who, int priority)
{
    (void)who;
    if (which < 0 || which > 2) {
        errno = EINVAL;
        return -1;
    }
    if (priority > LOWEST_PRIORITY) {
        priority = LOWEST_PRIORITY;
    }
    __VERIFIER_atomic_begin();
    _Bool allowed = priority >= niceness;
    if (allowed) {
        niceness = priority;
    }
    __VERIFIER_atomic_end();
    if (!allowed) {
        errno = EACCES;
        return -1;
    }
    return 0;
}

/* sched.h: policies are accepted and have no effect, as those of threads are. */
static _Bool is_policy(int policy)
{
    return policy == 0 || policy == 1 || policy == 2 || policy == 3 || policy == 5;
}

static _Bool fits_policy(int policy, int priority)
{
    return policy == 1 || policy == 2 ? priority >= 1 && priority <= 99 : priority == 0;
}

int sched_setscheduler(pid_t process, int policy, const int *priority)
{
    (void)process;
    policy &= ~0x40000000; /* SCHED_RESET_ON_FORK */
    if (!is_policy(policy) || !fits_policy(policy, *priority)) {
        errno = EINVAL;
        return -1;
    }
    return 0;
}

int sched_getscheduler(pid_t process)
{
    (void)process;
    return 0;
}

int sched_setparam(pid_t process, const int *priority)
{
    (void)process;
    if (*priority != 0) {
        errno = EINVAL;
        return -1;
    }
    return 0;
}

int sched_getparam(pid_t process, int *priority)
{
    (void)process;
    *priority = 0;
    return 0;
}

int sched_rr_get_interval(pid_t process, struct timespec *result)
{
    (void)process;
    result->tv_sec = 0;
    result->tv_nsec = 100000000;
    return 0;
}

/* Sets of processors of any size (CPU_ALLOC). */
void *__sched_cpualloc(size_t count)
{
    size_t bits = 8 * sizeof(unsigned long);
    return malloc((count + bits - 1) / bits * sizeof(unsigned long));
}

void __sched_cpufree(void *set)
{
    free(set);
}

/* prctl: of names and of what has no effect here. */
enum {
    PR_SET_PDEATHSIG = 1,
    PR_GET_DUMPABLE = 3,
    PR_SET_DUMPABLE = 4,
    PR_SET_KEEPCAPS = 8,
    PR_SET_NAME = 15,
    PR_GET_NAME = 16,
    PR_SET_TIMERSLACK = 29,
    PR_GET_TIMERSLACK = 30,
    PR_SET_CHILD_SUBREAPER = 36,
    PR_SET_NO_NEW_PRIVS = 38,
    PR_SET_THP_DISABLE = 41,
    PR_SET_PTRACER = 0x59616d61,
    PR_SET_VMA = 0x53564d41
};

static void set_name(const char *name)
{
    char text[NAME_SIZE];
    size_t length = 0;
    while (length + 1 < sizeof text && name[length]) {
        text[length] = name[length];
        length++;
    }
    text[length] = '\0';
    pthread_setname_np(pthread_self(), text);
}

int prctl(int option, ...)
{
    va_list arguments;
    va_start(arguments, option);
    char *name = option == PR_SET_NAME || option == PR_GET_NAME ? va_arg(arguments, char *) : NULL;
    va_end(arguments);
    switch (option) {
    case PR_SET_NAME:
        set_name(name);
        return 0;
    case PR_GET_NAME:
        pthread_getname_np(pthread_self(), name, NAME_SIZE);
        return 0;
    case PR_GET_DUMPABLE:
        return 1;
    case PR_GET_TIMERSLACK:
        return TIMER_SLACK;
    case PR_SET_PDEATHSIG:
    case PR_SET_DUMPABLE:
    case PR_SET_KEEPCAPS:
    case PR_SET_TIMERSLACK:
    case PR_SET_CHILD_SUBREAPER:
    case PR_SET_NO_NEW_PRIVS:
    case PR_SET_THP_DISABLE:
    case PR_SET_PTRACER:
    case PR_SET_VMA:
        return 0;
    default:
        prctl_with_an_option_without_a_model();
        return -1;
    }
}
