/* Floating loops: the Mandelbrot set in characters, and a logistic map with float and double. */
#include <stdio.h>

int main(void)
{
    for (int row = -10; row <= 10; row++) {
        for (int column = -40; column <= 20; column++) {
            double cx = column / 20.0;
            double cy = row / 8.0;
            double x = 0;
            double y = 0;
            int n = 0;
            while (n < 40 && x * x + y * y < 4) {
                double next = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = next;
                n++;
            }
            putchar(" .:-=+*#%@"[n / 4 > 9 ? 9 : n / 4]);
        }
        putchar('\n');
    }
    float single = 0.5f;
    double twice = 0.5;
    for (int i = 0; i < 20; i++) {
        single = 3.25f * single * (1.0f - single);
        twice = 3.25 * twice * (1 - twice);
    }
    printf("%.4f %.4f\n", single, twice);
    return 0;
}
