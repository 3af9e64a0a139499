/* exit from a nested call ends the program with its status, after the handlers and without going on. */
#include <stdio.h>
#include <stdlib.h>

static void handler(void)
{
    puts("handler");
}

static int search(int n)
{
    if (n == 6) {
        printf("found at %d\n", n);
        exit(40 + n);
    }
    return n < 1000 ? search(n + 1) + 1 : n;
}

int main(void)
{
    atexit(handler);
    int result = search(0);
    printf("not reached %d\n", result);
    return 1;
}
