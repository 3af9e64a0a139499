/* setjmp and longjmp: out of nested calls, into loops, with copies of the buffer, and with values. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf outer, inner, copied;
static sigjmp_buf with_mask;

static int descend(int depth, int value)
{
    int local[4] = {depth, depth + 1, depth + 2, depth + 3};
    if (!depth)
        longjmp(outer, value);
    return descend(depth - 1, value) + local[depth % 4];
}

static void values(void)
{
    static const int sent[] = {7, -3, 0, 1};
    for (volatile int i = 0; i < 4; i++) {
        int got = setjmp(outer);
        if (!got)
            descend(5, sent[i]);
        printf("sent %d got %d\n", sent[i], got);
    }
}

static void nested(void)
{
    volatile int rounds = 0;
    switch (setjmp(outer)) {
    case 0:
        if (!setjmp(inner))
            longjmp(inner, 1);
        rounds++;
        longjmp(outer, 2);
    case 2:
        rounds += 10;
        if (rounds < 30)
            longjmp(inner, 3);
        break;
    }
    printf("nested %d\n", rounds);
}

static void in_loop(void)
{
    volatile int tries = 0;
    int unchanged = 42;
    if (setjmp(outer) < 3) {
        int array[3] = {1, 2, 3};
        for (int i = 0; i < 3; i++)
            tries += array[i];
        longjmp(outer, tries / 6);
    }
    printf("tries %d unchanged %d\n", tries, unchanged);
}

static void copy(void)
{
    volatile int seen = 0;
    if (!setjmp(outer)) {
        memcpy(copied, outer, sizeof copied);
        memset(outer, 0, sizeof outer);
        longjmp(copied, 9);
    }
    seen++;
    printf("copied %d\n", seen);
}

static int with_array(int size)
{
    volatile int again = 0;
    int array[size];
    for (int i = 0; i < size; i++)
        array[i] = i * i;
    if (sigsetjmp(with_mask, 1) < 2) {
        char more[size + again];
        memset(more, 'x', sizeof more);
        again++;
        siglongjmp(with_mask, again);
    }
    return array[size - 1] + again;
}

int main(void)
{
    values();
    nested();
    in_loop();
    copy();
    printf("array %d\n", with_array(6));
    if (!_setjmp(inner))
        _longjmp(inner, 0);
    return 3;
}
