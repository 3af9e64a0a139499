/* getenv, setenv, unsetenv, putenv on names that no system sets. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *name)
{
    const char *value = getenv(name);
    printf("%s=%s\n", name, value ? value : "(unset)");
}

int main(void)
{
    static char assignment[] = "RADDLE_TEST_B=put";
    show("RADDLE_TEST_A");
    printf("%d\n", setenv("RADDLE_TEST_A", "one", 0));
    setenv("RADDLE_TEST_A", "two", 0);
    show("RADDLE_TEST_A");
    setenv("RADDLE_TEST_A", "two", 1);
    show("RADDLE_TEST_A");
    printf("%d\n", putenv(assignment));
    show("RADDLE_TEST_B");
    show("RADDLE_TEST_");
    unsetenv("RADDLE_TEST_A");
    show("RADDLE_TEST_A");
    int result = setenv("bad=name", "x", 1);
    printf("%d %d\n", result, errno == EINVAL);
    return 0;
}
