/* Designated initialisers: out of order, ranges, nested, overridden, and what is left is zero. */
#include <stdio.h>

struct inner {
    int a;
    int b[3];
};

struct outer {
    char tag;
    struct inner first;
    struct inner list[3];
    const char *name;
};

static const int sparse[] = {[5] = 50, [2] = 20, 30, [8] = 80};
static const unsigned char table[16] = {[0 ... 15] = 1, [4 ... 7] = 2, [6] = 9};

int main(void)
{
    struct outer o = {
        .name = "outer",
        .list[1] = {.b = {[2] = 7}},
        .list[2].a = 5,
        .first = {1, {2, 3}},
        .first.b[2] = 4,
    };
    for (unsigned i = 0; i < sizeof sparse / sizeof *sparse; i++) {
        printf("%d ", sparse[i]);
    }
    putchar('\n');
    for (int i = 0; i < 16; i++) {
        printf("%d", table[i]);
    }
    printf("\n%s %d %d %d %d %d\n", o.name, o.tag, o.first.a, o.first.b[2], o.list[1].b[2], o.list[2].a);
    printf("%d %d\n", o.list[0].a, o.list[1].b[0]);
    return 0;
}
