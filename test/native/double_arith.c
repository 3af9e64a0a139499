/* double arithmetic: rounding, cancellation, Kahan summation, roots by Newton, comparisons with NaN and infinity. */
#include <float.h>
#include <math.h>
#include <stdio.h>

static double root(double x)
{
    double guess = x / 2;
    for (int i = 0; i < 60; i++) {
        guess = (guess + x / guess) / 2;
    }
    return guess;
}

int main(void)
{
    double plain = 0;
    double sum = 0;
    double lost = 0;
    for (int i = 1; i <= 10000; i++) {
        double term = 1.0 / i - lost;
        double next = sum + term;
        lost = (next - sum) - term;
        sum = next;
        plain += 1.0 / i;
    }
    printf("%.17g %.17g\n", plain, sum);
    printf("%.17g %.17g %d\n", 0.1 + 0.2, 1e16 + 1, 0.1 + 0.2 == 0.3);
    printf("%.15g %.15g\n", root(2), root(1e10));
    double nan_value = NAN;
    printf("%d %d %d %d\n", nan_value != nan_value, nan_value < 0, nan_value >= 0, !(nan_value > INFINITY));
    printf("%g %g %g\n", DBL_MAX * 10, -1 / INFINITY, DBL_MIN / 4);
    printf("%.3e %.17g\n", DBL_EPSILON, 1 + DBL_EPSILON / 2);
    return 0;
}
