/* Every function of ctype.h on every character of ASCII and on EOF; conversions of case. */
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    static const struct {
        const char *name;
        int (*function)(int);
    } classes[] = {{"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl},
                   {"digit", isdigit}, {"graph", isgraph}, {"lower", islower}, {"print", isprint},
                   {"punct", ispunct}, {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit}};
    for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++) {
        unsigned hash = 0;
        int count = 0;
        for (int c = 0; c < 128; c++) {
            int member = classes[i].function(c) != 0;
            count += member;
            hash = hash * 31 + (unsigned)(member * c);
        }
        printf("%-7s %3d %08x %d\n", classes[i].name, count, hash, classes[i].function(EOF) != 0);
    }
    for (int c = 0; c < 128; c++) {
        if (isprint(c)) {
            putchar(isupper(c) ? tolower(c) : toupper(c));
        }
    }
    putchar('\n');
    printf("%d %d %d\n", isalpha('q') && !isdigit('q'), toupper('1'), tolower('['));
    return 0;
}
