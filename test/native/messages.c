// Names of signals, error.h, the system's log, and warnings that come back. Standard output alone is compared.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>

int main(void)
{
    for (int i = -1; i <= 33; i++)
        if (i != 32 && i != 33)
            printf("%d %s\n", i, strsignal(i));
    puts(strsignal(34));
    puts(strsignal(37));
    puts(strsignal(99));
    errno = ENOENT;
    warn("a %d", 1);
    warnx("b %s", "two");
    error(0, ENOMEM, "c %d", 3);
    error(0, 0, "d");
    error_at_line(0, 0, "file", 7, "e");
    printf("%u\n", error_message_count);
    openlog("name", LOG_PID, LOG_USER);
    syslog(LOG_INFO, "f %d %m", 4);
    printf("%d\n", setlogmask(LOG_UPTO(LOG_ERR)));
    printf("%d\n", setlogmask(0));
    closelog();
    errno = EIO;
    errx(3, "the end");
}
