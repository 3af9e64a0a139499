/* Coroutines by switch on the line: two generators that keep their state in structs, merged into one sequence. */
#include <stdio.h>

struct generator {
    int line;
    int i;
    int j;
    int value;
};

#define BEGIN(g)       \
    switch ((g)->line) { \
    case 0:
#define YIELD(g, v)         \
    do {                    \
        (g)->line = __LINE__; \
        (g)->value = (v);   \
        return 1;           \
    case __LINE__:;         \
    } while (0)
#define END }

static int triangle(struct generator *g)
{
    BEGIN(g)
    for (g->i = 1; g->i < 5; g->i++) {
        for (g->j = 1; g->j <= g->i; g->j++) {
            YIELD(g, g->i * 10 + g->j);
        }
    }
    YIELD(g, 99);
    END
    return 0;
}

static int squares(struct generator *g)
{
    BEGIN(g)
    for (g->i = 2; g->i < 9; g->i += 2) {
        YIELD(g, g->i * g->i);
    }
    END
    return 0;
}

int main(void)
{
    struct generator a = {0};
    struct generator b = {0};
    int more_a = triangle(&a);
    int more_b = squares(&b);
    while (more_a || more_b) {
        if (more_a && (!more_b || a.value <= b.value)) {
            printf("a%d ", a.value);
            more_a = triangle(&a);
        } else {
            printf("b%d ", b.value);
            more_b = squares(&b);
        }
    }
    putchar('\n');
    return 0;
}
