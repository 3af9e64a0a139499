/* && and || evaluate their right side only when needed, in conditions, values and with side effects. */
#include <stdio.h>

static int trace;

static int yes(int n)
{
    trace = trace * 10 + n;
    return 1;
}

static int no(int n)
{
    trace = trace * 10 + n;
    return 0;
}

static void show(int value)
{
    printf("%d %d\n", value, trace);
    trace = 0;
}

int main(void)
{
    show(yes(1) && no(2) && yes(3));
    show(no(1) || no(2) || yes(3) || yes(4));
    show((yes(1) || yes(2)) && (no(3) || yes(4)));
    show(!(no(1) && yes(2)) && !(yes(3) && no(4)));
    show(yes(1) ? no(2) || yes(3) : yes(4));
    int *pointer = NULL;
    int value = 3;
    show(pointer && *pointer == 3);
    pointer = &value;
    show(pointer && *pointer == 3);
    int i = 0;
    int hits = 0;
    while (i < 10 && ++i) {
        hits += i % 2 == 0 && i % 3 == 0;
    }
    show(hits);
    show(trace + 0.5 && 'a' && "text");
    return 0;
}
