/* _Bool: everything that is not zero becomes 1, also from pointers and fractions; bit-fields and arithmetic. */
#include <stdbool.h>
#include <stdio.h>

struct flags {
    bool a : 1;
    bool b : 1;
    unsigned c : 2;
};

static bool is_odd(int n)
{
    return n & 1;
}

int main(void)
{
    bool from_int = 256;
    bool from_fraction = (bool)0.25;
    bool from_pointer = "text";
    bool from_null = (void *)0;
    bool from_negative = -1;
    printf("%d %d %d %d %d\n", from_int, from_fraction, from_pointer, from_null, from_negative);
    struct flags f = {.a = 4, .b = 0, .c = 3};
    f.b = f.c;
    printf("%d %d %d\n", f.a, f.b, f.c);
    bool toggled = false;
    int count = 0;
    for (int i = 0; i < 7; i++) {
        toggled = !toggled;
        count += toggled + is_odd(i);
    }
    printf("%d %d %zu\n", toggled, count, sizeof(bool));
    from_int += 5;
    from_null |= 2;
    from_negative ^= 1;
    printf("%d %d %d\n", from_int, from_null, from_negative);
    return 0;
}
