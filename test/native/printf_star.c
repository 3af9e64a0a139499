/* Widths and precisions taken from the arguments, negative ones included. */
#include <stdio.h>

int main(void)
{
    for (int width = -6; width <= 6; width += 3) {
        printf("[%*d][%*s][%0*d]\n", width, 42, width, "ab", width < 0 ? 4 : width, -3);
    }
    for (int precision = -1; precision < 5; precision++) {
        printf("[%.*f][%.*s][%.*d]\n", precision, 2.71828, precision, "abcdef", precision, 7);
    }
    printf("[%*.*f][%-*.*e]\n", 10, 3, 3.14159, 12, 2, 31415.9);
    char line[] = "========================";
    for (int i = 1; i < 20; i += 5) {
        printf("%.*s>%*s|\n", i, line, 20 - i, "");
    }
    return 0;
}
