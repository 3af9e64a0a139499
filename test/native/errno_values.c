/* errno is set by failing functions, kept by others, assignable; texts of strerror. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(int code)
{
    errno = code;
    return -1;
}

int main(void)
{
    printf("%d\n", errno);
    fail(EINVAL);
    int keep = errno;
    strtol("12", NULL, 10);
    printf("%d %d\n", keep == EINVAL, errno == EINVAL);
    errno = 0;
    strtol("999999999999999999999999", NULL, 10);
    printf("%d\n", errno == ERANGE);
    int *place = &errno;
    *place = ENOMEM;
    printf("%d", errno == ENOMEM);
    printf(" %d", fail(EAGAIN));
    printf(" %d\n", errno == EAGAIN);
    static const int codes[] = {0, EPERM, ENOENT, EINTR, EAGAIN, ENOMEM, EBUSY, EINVAL, ERANGE, EDEADLK, ETIMEDOUT};
    for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++) {
        printf("%s\n", strerror(codes[i]));
    }
    printf("%s\n", strerror(9999));
    return 0;
}
