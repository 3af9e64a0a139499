/* Constant tables: nested initialisers, strings, pointers between tables, function pointers, computed constants. */
#include <stdio.h>

#define KILO(n) ((n) * 1024)

struct unit {
    const char *name;
    long factor;
    const struct unit *base;
};

static const struct unit units[] = {
    {"byte", 1, NULL},
    {"kilobyte", KILO(1), &units[0]},
    {"megabyte", KILO(KILO(1)), &units[1]},
};
static const char *const phrases[2][3] = {{"yes", "no", "maybe"}, {"ja", "nein", "vielleicht"}};
static const double powers[] = {1e0, 1e1, 1e2, 1e3};
static const char text[] = "abc"
                           "def\0hidden";
static const int *const inside = &((const int[]){5, 6, 7})[1];
static const unsigned char map[256] = {['a'] = 1, ['e'] = 1, ['i'] = 1, ['o'] = 1, ['u'] = 1};

int main(void)
{
    for (const struct unit *u = &units[2]; u; u = u->base) {
        printf("%s %ld\n", u->name, u->factor);
    }
    printf("%s %s %g %d %d\n", phrases[1][2], phrases[0][0], powers[3] + powers[1], (int)sizeof text, *inside);
    int vowels = 0;
    for (const char *p = "a sequence of ordinary words"; *p; p++) {
        vowels += map[(unsigned char)*p];
    }
    printf("%d %s %s\n", vowels, text, text + 7);
    return 0;
}
