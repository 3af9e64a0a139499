/* A tagged union as a small variant type, copied by value and kept in arrays. */
#include <stdio.h>

enum kind { KIND_INT, KIND_REAL, KIND_TEXT, KIND_PAIR };

struct variant {
    enum kind kind;
    union {
        int integer;
        double real;
        const char *text;
        struct {
            short left;
            short right;
        } pair;
    };
};

static void variant_print(struct variant v)
{
    switch (v.kind) {
    case KIND_INT:
        printf("int %d\n", v.integer);
        break;
    case KIND_REAL:
        printf("real %g\n", v.real);
        break;
    case KIND_TEXT:
        printf("text %s\n", v.text);
        break;
    case KIND_PAIR:
        printf("pair %d,%d\n", v.pair.left, v.pair.right);
        break;
    }
}

int main(void)
{
    struct variant list[] = {
        {KIND_INT, {.integer = -7}},
        {KIND_REAL, {.real = 2.75}},
        {KIND_TEXT, {.text = "hello"}},
        {.kind = KIND_PAIR, .pair = {1, -2}},
    };
    struct variant keep = list[0];
    list[0] = list[3];
    list[3] = keep;
    for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
        variant_print(list[i]);
    }
    return 0;
}
