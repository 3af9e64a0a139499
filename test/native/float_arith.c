/* float arithmetic rounds to single precision: sums, products, accumulated error, comparisons, special values. */
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
    float a = 0.1f;
    float b = 0.2f;
    float sum = 0;
    for (int i = 0; i < 1000; i++) {
        sum += a;
    }
    printf("%.9g %.9g %.9g\n", a + b, a * b, a / b);
    printf("%.9g %d\n", sum, sum == 100.0f);
    printf("%.9g %.9g\n", 16777216.0f + 1.0f, 16777216.0f + 2.0f);
    float infinite = FLT_MAX * 2;
    float not_a_number = infinite - infinite;
    printf("%d %d %d %d\n", infinite > FLT_MAX, not_a_number == not_a_number, not_a_number < 1,
           isnan(not_a_number) != 0);
    printf("%g %g %g\n", FLT_MIN, FLT_MIN / 2, -infinite);
    float zero = -0.0f;
    printf("%g %d %d\n", zero, zero == 0, signbit(zero) != 0);
    a++;
    b -= 1;
    printf("%g %g %g\n", a, b, -a);
    return 0;
}
