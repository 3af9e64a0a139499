// Limits, priorities, the mask of files, names of threads, the locale: what is set is found again, what is wrong is refused.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

static void show(const char *what, long result)
{
    printf("%s %ld %d\n", what, result, result < 0 ? errno : 0);
}

int main(void)
{
    struct rlimit limit = {64, 128}, found;
    show("setrlimit", setrlimit(RLIMIT_NOFILE, &limit));
    show("getrlimit", getrlimit(RLIMIT_NOFILE, &found));
    printf("%lu %lu\n", (unsigned long)found.rlim_cur, (unsigned long)found.rlim_max);
    limit.rlim_cur = 200;
    show("setrlimit", setrlimit(RLIMIT_NOFILE, &limit));
    show("setrlimit", setrlimit(-1, &limit));
    limit = (struct rlimit){32, 100};
    show("prlimit", prlimit(0, RLIMIT_NOFILE, &limit, &found));
    printf("%lu %lu\n", (unsigned long)found.rlim_cur, (unsigned long)found.rlim_max);
    struct rusage usage;
    show("getrusage", getrusage(7, &usage));
    show("getrusage", getrusage(RUSAGE_SELF, &usage));
    show("umask", (umask(027), umask(077)));
    show("umask", umask(0));
    char name[16];
    show("prctl", prctl(PR_SET_NAME, "a name that is too long"));
    show("prctl", prctl(PR_GET_NAME, name));
    puts(name);
    show("getpriority", getpriority(9, 0));
    char path[PATH_MAX], one[1];
    printf("%d\n", getcwd(path, sizeof path) == path && path[0] == '/');
    printf("%d", getcwd(one, 1) == NULL);
    printf(" %d\n", errno);
    struct utsname names;
    show("uname", uname(&names));
    puts(names.sysname);
    printf("%s", setlocale(LC_ALL, NULL));
    printf(" %s\n", setlocale(LC_ALL, "C"));
    printf("%d\n", setlocale(99, "C") == NULL);
    struct lconv *conventions = localeconv();
    printf("'%s' '%s' '%s' %d\n", conventions->decimal_point, conventions->thousands_sep, conventions->currency_symbol,
           conventions->frac_digits == CHAR_MAX);
    printf("%d", reallocarray(NULL, SIZE_MAX / 2, 3) == NULL);
    printf(" %d\n", errno);
    int *block = reallocarray(NULL, 3, sizeof *block);
    block[2] = 5;
    block = reallocarray(block, 30, sizeof *block);
    printf("%d\n", block[2]);
    free(block);
    unsigned char bytes[4];
    show("getrandom", getrandom(bytes, sizeof bytes, 0));
    show("getentropy", getentropy(bytes, 257));
    cpu_set_t *set = CPU_ALLOC(100);
    CPU_ZERO_S(CPU_ALLOC_SIZE(100), set);
    CPU_SET_S(70, CPU_ALLOC_SIZE(100), set);
    printf("%d %d\n", CPU_COUNT_S(CPU_ALLOC_SIZE(100), set), CPU_ISSET_S(70, CPU_ALLOC_SIZE(100), set) != 0);
    CPU_FREE(set);
    struct sched_param parameters = {.sched_priority = 5};
    show("sched_setscheduler", sched_setscheduler(0, SCHED_OTHER, &parameters));
    show("sched_getscheduler", sched_getscheduler(0));
    show("sched_getparam", sched_getparam(0, &parameters));
    printf("%d\n", parameters.sched_priority);
    return 0;
}
