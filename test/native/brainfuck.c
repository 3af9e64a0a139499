/* A small interpreter with precomputed jumps, running three programs. */
#include <stdio.h>
#include <string.h>

static int run(const char *code, const char *input)
{
    unsigned char tape[300] = {0};
    int jumps[600];
    int stack[50];
    int depth = 0;
    int length = (int)strlen(code);
    int position = 0;
    int steps = 0;
    for (int i = 0; i < length; i++) {
        if (code[i] == '[') {
            stack[depth++] = i;
        } else if (code[i] == ']') {
            jumps[i] = stack[--depth];
            jumps[jumps[i]] = i;
        }
    }
    for (int pc = 0; pc < length; pc++, steps++) {
        switch (code[pc]) {
        case '>':
            position++;
            break;
        case '<':
            position--;
            break;
        case '+':
            tape[position]++;
            break;
        case '-':
            tape[position]--;
            break;
        case '.':
            putchar(tape[position]);
            break;
        case ',':
            tape[position] = (unsigned char)(*input ? *input++ : 0);
            break;
        case '[':
            pc = tape[position] ? pc : jumps[pc];
            break;
        case ']':
            pc = tape[position] ? jumps[pc] : pc;
            break;
        }
    }
    return steps;
}

int main(void)
{
    int steps = run("++++++++[>++++++++<-]>+>++++++++++++++++++++++++++[<.+>-]", "");
    printf("\n%d\n", steps);
    steps = run(">,[>,]<[.<]", "backwards");
    printf("\n%d\n", steps);
    steps = run("+++++>>>>++++++[>+++++++<-]>>++++++++++<<<<<<[>+[>+>+<<-]>>[<<+>>-]<[>>>.<<<-]>>>>.<<<<<<-]", "");
    printf("%d\n", steps);
    return 0;
}
