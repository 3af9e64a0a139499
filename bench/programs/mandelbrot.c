// The Mandelbrot set: floating point in registers.
#include <stdio.h>

enum { WIDTH = 90, HEIGHT = 60, ITERATIONS = 300 };

int main(void)
{
    long total = 0;
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++) {
            double x = -2.2 + 3.0 * column / WIDTH, y = -1.2 + 2.4 * row / HEIGHT;
            double a = 0, b = 0;
            int steps = 0;
            while (steps < ITERATIONS && a * a + b * b < 4) {
                double next = a * a - b * b + x;
                b = 2 * a * b + y;
                a = next;
                steps++;
            }
            total += steps;
        }
    printf("%ld\n", total);
    return 0;
}
