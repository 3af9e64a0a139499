/*
 * Clocks, sleeping and the small questions to the system. A clock shows an arbitrary time that never decreases: each
 * reading is the later of a fresh input and the last reading by any thread, which takes a single atomic maximum, and no
 * branch, which would double the paths. The last readings are shared by all threads, so who reads first is a matter of
 * the schedule. Sleeping is only a scheduling point, since nothing is known about the speed of threads.
 */
#include "model.h"

enum { NANOSECONDS = 1000000000, NANOSECOND_BITS = 30, SECOND_BITS = 31, TIMER_ABSOLUTE = 1 };

/* Seconds above nanoseconds, so that the order of the words is the order of the times. */
struct instant {
    _Alignas(8) unsigned long long word;
};

static struct instant wall_clock;
static struct instant processor_clock;
static struct instant processor_counter;
/*
 * The thread's own last readings. They say nothing that the shared ones do not: a solver sees from them at once that the
 * clock of a thread does not go back, whatever the others read in between.
 */
static _Thread_local unsigned long long own_wall, own_processor, own_counter;

/* The later of two, without a branch. */
static unsigned long long later(unsigned long long a, unsigned long long b)
{
    return __builtin_elementwise_max(a, b);
}

static unsigned long long clock_advance(struct instant *clock, unsigned long long *own, unsigned long long word)
{
    word = later(word, *own);
    word = later(__atomic_fetch_max(&clock->word, word, __ATOMIC_RELAXED), word);
    *own = word;
    return word;
}

static unsigned long long clock_read(const char *name)
{
    unsigned long long seconds = __raddle_input(name, SECOND_BITS);
    unsigned nanoseconds = (unsigned)__raddle_input(name, NANOSECOND_BITS);
    nanoseconds -= NANOSECONDS * (unsigned)(nanoseconds >= NANOSECONDS);
    return clock_advance(&wall_clock, &own_wall, seconds << NANOSECOND_BITS | nanoseconds);
}

static time_t clock_seconds(unsigned long long word)
{
    return (time_t)(word >> NANOSECOND_BITS);
}

static long clock_nanoseconds(unsigned long long word)
{
    return (long)(word & ((1ULL << NANOSECOND_BITS) - 1));
}

/* The counter of the processor, in assembly. */
unsigned long long __raddle_timestamp(void)
{
    return clock_advance(&processor_counter, &own_counter, __raddle_input("timestamp", 63));
}

time_t time(time_t *result)
{
    time_t seconds = clock_seconds(clock_read("time"));
    if (result) {
        *result = seconds;
    }
    return seconds;
}

double difftime(time_t later, time_t earlier)
{
    return (double)later - (double)earlier;
}

/* Microseconds, kept within 31 bits so that they fit a clock_t of any size. */
clock_t clock(void)
{
    return (clock_t)clock_advance(&processor_clock, &own_processor, __raddle_input("clock", 31));
}

int gettimeofday(struct timeval *restrict result, void *restrict zone)
{
    (void)zone;
    unsigned long long word = clock_read("gettimeofday");
    if (result) {
        result->tv_sec = clock_seconds(word);
        result->tv_usec = clock_nanoseconds(word) / 1000;
    }
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *result)
{
    if (clock < 0 || clock > 11) {
        errno = EINVAL;
        return -1;
    }
    unsigned long long word = clock_read("clock_gettime");
    result->tv_sec = clock_seconds(word);
    result->tv_nsec = clock_nanoseconds(word);
    return 0;
}

int clock_getres(clockid_t clock, struct timespec *result)
{
    if (clock < 0 || clock > 11) {
        errno = EINVAL;
        return -1;
    }
    if (result) {
        result->tv_sec = 0;
        result->tv_nsec = 1;
    }
    return 0;
}

/* The clocks of a process and of a thread are CLOCK_PROCESS_CPUTIME_ID and CLOCK_THREAD_CPUTIME_ID, whoever's they are. */
int clock_getcpuclockid(pid_t process, clockid_t *clock)
{
    (void)process;
    *clock = 2;
    return 0;
}

int pthread_getcpuclockid(pthread_t thread, clockid_t *clock)
{
    (void)thread;
    *clock = 3;
    return 0;
}

int timespec_get(struct timespec *result, int base)
{
    if (base != 1) {
        return 0;
    }
    clock_gettime(0, result);
    return base;
}

unsigned sleep(unsigned seconds)
{
    (void)seconds;
    __raddle_cancellation_point();
    __raddle_yield();
    __raddle_cancellation_point();
    return 0;
}

int usleep(useconds_t microseconds)
{
    (void)microseconds;
    __raddle_cancellation_point();
    __raddle_yield();
    __raddle_cancellation_point();
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *remaining)
{
    (void)remaining;
    if (clock < 0 || clock > 11 || (flags & ~TIMER_ABSOLUTE) || duration->tv_sec < 0 ||
        !is_timespec(duration)) {
        return EINVAL;
    }
    __raddle_cancellation_point();
    __raddle_yield();
    __raddle_cancellation_point();
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *remaining)
{
    int error = clock_nanosleep(0, 0, duration, remaining);
    if (error) {
        errno = error;
        return -1;
    }
    return 0;
}

int sched_yield(void)
{
    __raddle_yield();
    return 0;
}

int pthread_yield(void)
{
    __raddle_yield();
    return 0;
}

int sched_get_priority_max(int policy)
{
    return policy == 1 || policy == 2 ? 99 : 0;
}

int sched_get_priority_min(int policy)
{
    return policy == 1 || policy == 2 ? 1 : 0;
}

int sched_setaffinity(pid_t process, size_t size, const void *set)
{
    (void)process;
    (void)size;
    (void)set;
    return 0;
}

int sched_getaffinity(pid_t process, size_t size, void *set)
{
    (void)process;
    if (size == 0) {
        errno = EINVAL;
        return -1;
    }
    memset(set, 0, size);
    *(unsigned char *)set = 0xf;
    return 0;
}

int sched_getcpu(void)
{
    return (int)__raddle_input("sched_getcpu", 2);
}

int __sched_cpucount(size_t size, const void *set)
{
    const unsigned char *bytes = set;
    int count = 0;
    for (size_t i = 0; i < size; i++) {
        count += __builtin_popcount(bytes[i]);
    }
    return count;
}
