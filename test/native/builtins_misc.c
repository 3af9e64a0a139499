/* Other built-ins: expect, constant_p, object_size, types_compatible_p, choose_expr, unreachable, memory functions. */
#include <stdio.h>

#define LIKELY(x) __builtin_expect(!!(x), 1)

static int classify(int n)
{
    if (LIKELY(n > 0)) {
        return 1;
    }
    switch (n & 1) {
    case 0:
        return 2;
    case 1:
        return 3;
    }
    __builtin_unreachable();
}

int main(void)
{
    char buffer[40];
    printf("%d %d %d\n", classify(5), classify(0), classify(-3));
    printf("%d %zu\n", __builtin_constant_p(42), __builtin_object_size(buffer, 0));
    printf("%d %d\n", __builtin_types_compatible_p(int, const int), __builtin_types_compatible_p(int, long));
    printf("%s\n", __builtin_choose_expr(sizeof(int) == 4, "four", 4));
    __builtin_memset(buffer, 'x', sizeof buffer);
    __builtin_memcpy(buffer, "start", 5);
    buffer[10] = '\0';
    printf("%s %zu %d\n", buffer, __builtin_strlen(buffer), __builtin_strcmp(buffer, "start") > 0);
    printf("%d %d %g\n", __builtin_abs(-4), __builtin_ffs(12), __builtin_fabs(-2.5));
    printf("%s %d\n", __func__, __LINE__ > 0);
    __builtin_prefetch(buffer);
    if (classify(1) != 1) {
        __builtin_trap();
    }
    return 0;
}
