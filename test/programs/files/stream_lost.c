// A stream that is never closed, and that nobody knows of any more, is memory that is lost.
#include <stdio.h>

static void note(const char *text)
{
    FILE *log = fopen("log", "a");
    fputs(text, log);
}

int main(void)
{
    note("begin");
    return 0;
}
