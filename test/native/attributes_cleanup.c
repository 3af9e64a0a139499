/* Attributes with an effect: cleanup on every way out of a scope, constructor, destructor, weak, aligned. */
#include <stdio.h>

static int started;

__attribute__((constructor)) static void start(void)
{
    started = 42;
}

__attribute__((destructor)) static void finish(void)
{
    puts("destructor");
}

__attribute__((weak)) int overridable(void)
{
    return 5;
}

extern int absent(void) __attribute__((weak));

static void leave(const char **name)
{
    printf("leave %s\n", *name);
}

static int work(int n)
{
    __attribute__((cleanup(leave))) const char *outer = "outer";
    for (int i = 0; i < 3; i++) {
        __attribute__((cleanup(leave))) const char *inner = "inner";
        if (i == n) {
            return i * 10;
        }
        if (i == 1) {
            break;
        }
    }
    puts("end of work");
    return -1;
}

int main(void)
{
    printf("%d %d %d\n", started, overridable(), absent == NULL);
    printf("%d\n", work(0));
    printf("%d\n", work(5));
    return 0;
}
