/*
 * Questions to the operating system that have one sensible answer: four processors, pages of 4096 bytes, an ordinary
 * user, no terminal. Process and thread numbers are made up but consistent: the first thread has the number of the
 * process, every other one its own, in the order of their creation.
 */
#include "model.h"

enum { PROCESS_NUMBER = 4000, USER_NUMBER = 1000, PROCESSORS = 4, PAGE_SIZE = 4096 };

pid_t getpid(void)
{
    return PROCESS_NUMBER;
}

pid_t getppid(void)
{
    return PROCESS_NUMBER - 1;
}

pid_t gettid(void)
{
    return PROCESS_NUMBER + (pid_t)(unsigned)pthread_self() - 1; /* handles count threads in their low half */
}

unsigned getuid(void)
{
    return USER_NUMBER;
}

unsigned geteuid(void)
{
    return USER_NUMBER;
}

unsigned getgid(void)
{
    return USER_NUMBER;
}

unsigned getegid(void)
{
    return USER_NUMBER;
}

int getresuid(unsigned *real, unsigned *effective, unsigned *saved)
{
    *real = *effective = *saved = USER_NUMBER;
    return 0;
}

int getresgid(unsigned *real, unsigned *effective, unsigned *saved)
{
    *real = *effective = *saved = USER_NUMBER;
    return 0;
}

/* The process leads a group and a session of its own. */
pid_t getpgrp(void)
{
    return PROCESS_NUMBER;
}

static pid_t number_of(pid_t process)
{
    if (process != 0 && process != PROCESS_NUMBER) {
        errno = ESRCH;
        return -1;
    }
    return PROCESS_NUMBER;
}

pid_t getpgid(pid_t process)
{
    return number_of(process);
}

pid_t getsid(pid_t process)
{
    return number_of(process);
}

int getdtablesize(void)
{
    return 1024;
}

long get_phys_pages(void)
{
    return 262144;
}

long get_avphys_pages(void)
{
    return 262144;
}

/* The load of the machine is not known. */
int getloadavg(double *loads, int count)
{
    (void)loads;
    (void)count;
    return -1;
}

int getpagesize(void)
{
    return PAGE_SIZE;
}

int get_nprocs(void)
{
    return PROCESSORS;
}

int get_nprocs_conf(void)
{
    return PROCESSORS;
}

long sysconf(int name)
{
    switch (name) {
    case 0: /* _SC_ARG_MAX */
        return 2097152;
    case 2: /* _SC_CLK_TCK */
        return 100;
    case 4: /* _SC_OPEN_MAX */
        return 1024;
    case 29: /* _SC_VERSION */
        return 200809;
    case 30: /* _SC_PAGESIZE */
        return PAGE_SIZE;
    case 67: /* _SC_THREADS */
        return 200809;
    case 73: /* _SC_THREAD_DESTRUCTOR_ITERATIONS */
        return 4;
    case 74: /* _SC_THREAD_KEYS_MAX */
        return 128;
    case 75: /* _SC_THREAD_STACK_MIN */
        return 16384;
    case 83: /* _SC_NPROCESSORS_CONF */
    case 84: /* _SC_NPROCESSORS_ONLN */
        return PROCESSORS;
    case 85: /* _SC_PHYS_PAGES */
    case 86: /* _SC_AVPHYS_PAGES */
        return 262144;
    default:
        return -1;
    }
}

/* PTHREAD_STACK_MIN of glibc. */
long __sysconf(int name)
{
    return sysconf(name);
}

int isatty(int descriptor)
{
    errno = descriptor >= 0 && descriptor <= 2 ? ENOTTY : EBADF;
    return 0;
}

/* Numbers of devices, as glibc puts them together. */
unsigned gnu_dev_major(unsigned long long device)
{
    return (unsigned)((device >> 32 & 0xfffff000) | (device >> 8 & 0xfff));
}

unsigned gnu_dev_minor(unsigned long long device)
{
    return (unsigned)((device >> 12 & 0xffffff00) | (device & 0xff));
}

unsigned long long gnu_dev_makedev(unsigned major, unsigned minor)
{
    unsigned long long high = major, low = minor;
    return (high & 0xfffff000) << 32 | (high & 0xfff) << 8 | (low & 0xffffff00) << 12 | (low & 0xff);
}
