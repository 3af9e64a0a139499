/* Function pointers: in tables, as parameters and results, compared, and through typedefs. */
#include <stdio.h>

typedef int operation(int, int);

static int add(int a, int b)
{
    return a + b;
}

static int subtract(int a, int b)
{
    return a - b;
}

static int multiply(int a, int b)
{
    return a * b;
}

static const struct {
    char symbol;
    operation *function;
} table[] = {{'+', add}, {'-', subtract}, {'*', multiply}, {0, NULL}};

static operation *find(char symbol)
{
    for (int i = 0; table[i].function; i++) {
        if (table[i].symbol == symbol) {
            return table[i].function;
        }
    }
    return NULL;
}

static int fold(operation *function, const int *values, int count)
{
    int result = values[0];
    for (int i = 1; i < count; i++) {
        result = function(result, values[i]);
    }
    return result;
}

static int (*choose(int which))(int, int)
{
    return which ? &add : *subtract;
}

int main(void)
{
    int values[] = {7, 3, 2, 5};
    for (const char *s = "+-*/"; *s; s++) {
        operation *f = find(*s);
        printf("%c %s %d\n", *s, f ? "found" : "missing", f ? fold(f, values, 4) : 0);
    }
    printf("%d %d %d %d\n", choose(1)(4, 5), choose(0)(4, 5), choose(1) == add, choose(0) != find('-'));
    return 0;
}
