/* The other ways to write: puts, fputs, putchar, fputc, fwrite, fprintf, dprintf after a flush, perror not used. */
#include <stdarg.h>
#include <stdio.h>

static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

static void say_to(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stream, format, arguments);
    va_end(arguments);
}

int main(void)
{
    puts("puts");
    fputs("fputs\n", stdout);
    for (const char *p = "putchar\n"; *p; p++) {
        putchar(*p);
    }
    for (const char *p = "fputc"; *p; p++) {
        fputc(*p, stdout);
    }
    putc('\n', stdout);
    size_t written = fwrite("fwrite!!", 2, 4, stdout);
    fprintf(stdout, " %zu\n", written);
    say("%s %d\n", "vprintf", 1);
    say_to(stdout, "%s %d\n", "vfprintf", 2);
    fprintf(stderr, "this goes to the other stream\n");
    say_to(stderr, "%s\n", "as does this");
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("%d %d %d\n", fflush(stdout), ferror(stdout), fileno(stderr));
    return 0;
}
