/* Labels as values: a threaded-code interpreter with a table of label addresses. */
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, PRINT, JUMP_IF, SUB, HALT };

static int run(const int *code)
{
    static void *const targets[] = {&&push, &&add, &&mul, &&dup, &&print, &&jump_if, &&sub, &&halt};
    int stack[16];
    int top = 0;
    int steps = 0;
    const int *pc = code;
#define NEXT                \
    do {                    \
        steps++;            \
        goto *targets[*pc++]; \
    } while (0)
    NEXT;
push:
    stack[top++] = *pc++;
    NEXT;
add:
    top--;
    stack[top - 1] += stack[top];
    NEXT;
sub:
    top--;
    stack[top - 1] -= stack[top];
    NEXT;
mul:
    top--;
    stack[top - 1] *= stack[top];
    NEXT;
dup:
    stack[top] = stack[top - 1];
    top++;
    NEXT;
print:
    printf("%d ", stack[top - 1]);
    NEXT;
jump_if:
    if (stack[top - 1]) {
        pc = code + *pc;
    } else {
        pc++;
    }
    NEXT;
halt:
    putchar('\n');
    return steps;
}

int main(void)
{
    static const int countdown[] = {PUSH, 5, PRINT, PUSH, 1, SUB, JUMP_IF, 2, HALT};
    static const int square[] = {PUSH, 7, DUP, MUL, PUSH, 1, ADD, PRINT, HALT};
    printf("%d\n", run(countdown));
    printf("%d\n", run(square));
    return 0;
}
