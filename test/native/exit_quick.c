/* _Exit ends the program at once: no handler runs. Output is flushed by hand. */
#include <stdio.h>
#include <stdlib.h>

static void handler(void)
{
    puts("must not be seen");
}

int main(void)
{
    atexit(handler);
    puts("before");
    fflush(stdout);
    _Exit(200);
}
