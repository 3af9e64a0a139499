/* Arguments for `...` of several parts: structures of floating numbers, vectors, structures that are aligned. */
#include <complex.h>
#include <stdarg.h>
#include <stdio.h>

struct point {
    float x, y;
};
struct space {
    float x, y, z;
};
struct mixed {
    double number;
    int sign;
};
struct aligned {
    _Alignas(16) long first;
    long second, third, fourth;
};
typedef int four __attribute__((vector_size(16)));

static void show(int count, ...)
{
    va_list list;
    va_start(list, count);
    printf("%d\n", va_arg(list, int));
    struct point p = va_arg(list, struct point);
    printf("%g %g\n", p.x, p.y);
    struct space s = va_arg(list, struct space);
    printf("%g %g %g\n", s.x, s.y, s.z);
    struct mixed m = va_arg(list, struct mixed);
    printf("%g %d\n", m.number, m.sign);
    float _Complex c = va_arg(list, float _Complex);
    printf("%g %g\n", crealf(c), cimagf(c));
    struct aligned a = va_arg(list, struct aligned);
    printf("%ld %ld\n", a.first, a.fourth);
    printf("%d\n", va_arg(list, int));
    four v = va_arg(list, four);
    printf("%d %d\n", v[0], v[3]);
    printf("%d %g\n", va_arg(list, int), va_arg(list, double));
    va_end(list);
}

int main(void)
{
    show(9, 1, (struct point){2, 3}, (struct space){4, 5, 6}, (struct mixed){7, -1}, (float _Complex)(8 + 9 * I),
         (struct aligned){10, 0, 0, 11}, 12, (four){13, 0, 0, 14}, 15, 16.5);
    return 0;
}
