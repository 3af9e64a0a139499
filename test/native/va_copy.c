/* va_copy: walking the same arguments twice, and passing a va_list on to other functions. */
#include <stdarg.h>
#include <stdio.h>

static int maximum(int count, va_list arguments)
{
    int best = va_arg(arguments, int);
    while (--count > 0) {
        int value = va_arg(arguments, int);
        best = value > best ? value : best;
    }
    return best;
}

static void normalise(int count, ...)
{
    va_list first;
    va_list second;
    va_start(first, count);
    va_copy(second, first);
    int best = maximum(count, first);
    va_end(first);
    for (int i = 0; i < count; i++) {
        printf("%d%c", va_arg(second, int) - best, i + 1 < count ? ' ' : '\n');
    }
    va_end(second);
}

static int format(char *buffer, size_t size, const char *text, ...)
{
    va_list arguments;
    va_list again;
    va_start(arguments, text);
    va_copy(again, arguments);
    int needed = vsnprintf(NULL, 0, text, arguments);
    int written = vsnprintf(buffer, size, text, again);
    va_end(again);
    va_end(arguments);
    return needed == written ? needed : -1;
}

int main(void)
{
    char buffer[64];
    normalise(3, 5, 9, 7);
    normalise(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    printf("%d %s\n", format(buffer, sizeof buffer, "%d-%s-%.2f", 42, "answer", 2.5), buffer);
    return 0;
}
