/* strtod, strtof and atof: forms of numbers, where they stop, overflow, infinity and hexadecimal. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    static const char *const texts[] = {"3.25", "  -1e3x", ".5", "5.", "1e", "1e+", "abc", "",  "0x1.8p3",
                                        "inf",  "-INFINITY", "1e999", "-1e999", "1e-999", "123456789.987654321", "+7"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *end;
        errno = 0;
        double value = strtod(texts[i], &end);
        printf("[%s] %.12g %d%s\n", texts[i], value, (int)(end - texts[i]), errno == ERANGE ? " range" : "");
    }
    printf("%.9g %.9g\n", strtof("0.1", NULL), strtof("16777217", NULL));
    printf("%g %g\n", atof("2.5kg"), atof("nothing"));
    return 0;
}
