/* Formatting of doubles: %f %e %g %a, precision, large and small values, infinities, zero. */
#include <math.h>
#include <stdio.h>

int main(void)
{
    double values[] = {0, -0.0, 1, -1.5, 3.14159265358979, 1e-5, 123456789.125, 1e21, 5e-324, 0.5, 2.5, 1e100};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        double v = values[i];
        printf("[%f] [%e] [%g]\n", v, v, v);
        printf("[%.0f] [%.3e] [%.10g] [%#.3g] [%G]\n", v, v, v, v, v);
    }
    printf("%f %e %g %F %10.2f|%-10.2f|\n", INFINITY, -INFINITY, NAN, INFINITY, INFINITY, -INFINITY);
    printf("%a %a %.2a %A\n", 1.0, 0.1, 3.999, 255.5);
    printf("%.20f %.30f\n", 0.1, 1.0 / 3);
    return 0;
}
