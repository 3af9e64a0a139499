/* Structs of mixed members by value, nested calls, and parameters after the registers have run out. */
#include <stdio.h>

struct mixed {
    int number;
    double weight;
};

struct half {
    float value;
    short tag;
};

static struct mixed mixed_add(struct mixed a, struct mixed b)
{
    return (struct mixed){a.number + b.number, a.weight * b.weight};
}

static int many(int a, struct half b, double c, struct mixed d, long e, struct half f, char g, struct mixed h, int i,
                struct half j, struct mixed k)
{
    printf("%d %g/%d %g %d/%g %ld %g/%d %c %d/%g %d %g/%d %d/%g\n", a, b.value, b.tag, c, d.number, d.weight, e,
           f.value, f.tag, g, h.number, h.weight, i, j.value, j.tag, k.number, k.weight);
    return a + b.tag + d.number + (int)e + f.tag + h.number + i + j.tag + k.number;
}

int main(void)
{
    struct mixed m = mixed_add(mixed_add((struct mixed){1, 2.5}, (struct mixed){2, 4}), (struct mixed){3, 0.5});
    struct half h = {1.25f, 7};
    printf("%d %g\n", m.number, m.weight);
    printf("%d\n", many(1, h, 2.5, m, 4, h, 'g', m, 9, h, m));
    return 0;
}
