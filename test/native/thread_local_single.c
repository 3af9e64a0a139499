/* Thread-local variables in a program with one thread: initialised, addressed, static in a function. */
#include <stdio.h>

static _Thread_local int counter = 40;
_Thread_local struct {
    int x;
    char name[8];
} record = {7, "local"};
static __thread int *pointer;

static int next(void)
{
    static _Thread_local int calls;
    return ++calls;
}

int main(void)
{
    pointer = &counter;
    ++*pointer;
    counter++;
    record.x *= 2;
    record.name[0] = 'L';
    printf("%d %d %s\n", counter, record.x, record.name);
    printf("%d", next());
    printf(" %d", next());
    printf(" %d\n", next());
    return 0;
}
