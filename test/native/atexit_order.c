/* Handlers of atexit run in reverse order after main returns, also those registered by a handler. */
#include <stdio.h>
#include <stdlib.h>

static int depth;

static void last(void)
{
    printf("last %d\n", ++depth);
}

static void added(void)
{
    printf("added %d\n", ++depth);
}

static void middle(void)
{
    printf("middle %d\n", ++depth);
    atexit(added);
}

static void first(void)
{
    printf("first %d\n", ++depth);
}

int main(void)
{
    printf("%d", atexit(last));
    printf(" %d", atexit(middle));
    printf(" %d\n", atexit(first));
    puts("main ends");
    return 7;
}
