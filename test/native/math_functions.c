/* math.h: roots, powers, trigonometry, rounding, remainders, taking numbers apart; printed to safe precision. */
#include <math.h>
#include <stdio.h>

int main(void)
{
    for (double x = -2; x <= 2; x += 0.75) {
        printf("%.6f %.6f %.6f %.6f\n", sin(x), cos(x), tan(x), atan(x));
        printf("%.6f %.6f %.6f %.6f\n", exp(x), sinh(x), cbrt(x), fabs(x));
        printf("%g %g %g %g %g\n", floor(x), ceil(x), trunc(x), round(x), rint(x));
    }
    printf("%.6f %.6f %.6f %.6f\n", sqrt(2), log(10), log2(10), log10(1000));
    printf("%.6f %.6f %.6f\n", pow(2, 0.5), pow(-2, 3), atan2(-1, -1));
    printf("%.6f %.6f %.6f\n", fmod(7.5, 2), fmod(-7.5, 2), remainder(7.5, 2));
    printf("%g %g %g %g\n", fmin(1, 2), fmax(1, NAN), hypot(3, 4), copysign(3, -0.0));
    int exponent;
    double whole;
    double fraction = frexp(40, &exponent);
    printf("%g %d %g\n", fraction, exponent, ldexp(0.75, 4));
    fraction = modf(-3.25, &whole);
    printf("%g %g %ld %lld\n", fraction, whole, lround(2.5), llround(-2.5));
    printf("%.4f %.4f %.4f\n", sqrtf(2), powf(2, 10), floorf(-1.5f));
    printf("%d %d %d %d\n", isnan(NAN) != 0, isinf(-INFINITY) != 0, isfinite(1e308) != 0, signbit(-1.0) != 0);
    printf("%g %g %g\n", sqrt(-1) != sqrt(-1) ? 1.0 : 0.0, log(0), fma(2, 3, 4));
    return 0;
}
