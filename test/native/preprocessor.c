/* The preprocessor: stringizing, pasting, variadic macros, X-macros, recursion guards, conditionals, line control. */
#include <stdio.h>

#define STRING(x) #x
#define EXPAND(x) STRING(x)
#define PASTE(a, b) a##b
#define COUNT(...) (sizeof((int[]){__VA_ARGS__}) / sizeof(int))
#define PRINT(format, ...) printf(format "\n", ##__VA_ARGS__)
#define COLORS(X) X(red, 0xff0000) X(green, 0x00ff00) X(blue, 0x0000ff)
#define VERSION 3

enum color {
#define ROW(name, code) COLOR_##name,
    COLORS(ROW)
#undef ROW
    COLOR_COUNT
};

static const struct {
    const char *name;
    unsigned code;
} colors[] = {
#define ROW(name, code) {#name, code},
    COLORS(ROW)
#undef ROW
};

#if VERSION > 2 && defined STRING
#define FEATURE "new"
#elif VERSION > 1
#define FEATURE "old"
#else
#error unreachable
#endif

int main(void)
{
    int PASTE(var, 1) = 5;
    PRINT("%s %s %d", STRING(VERSION), EXPAND(VERSION), var1);
    PRINT("%zu %zu", COUNT(1), COUNT(1, 2, 3));
    PRINT("no arguments");
    for (int i = 0; i < COLOR_COUNT; i++) {
        PRINT("%s %06x", colors[i].name, colors[i].code);
    }
    PRINT("%s %s", FEATURE, STRING("quoted" 'c' a  b));
#line 1000 "renamed.c"
    PRINT("%d %s", __LINE__, __FILE__);
    return COLOR_blue;
}
