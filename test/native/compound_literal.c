/* Compound literals: of arrays and structs, modified in place, as arguments, and at file scope. */
#include <stdio.h>

struct item {
    const char *name;
    int price;
};

static const int *const primes = (const int[]){2, 3, 5, 7, 11, 0};

static int total(const struct item *items)
{
    int sum = 0;
    for (; items->name; items++) {
        sum += items->price;
    }
    return sum;
}

static int last(const int *list)
{
    int value = -1;
    while (*list) {
        value = *list++;
    }
    return value;
}

int main(void)
{
    int *numbers = (int[]){4, 5, 6, 0};
    numbers[1] *= 10;
    struct item *single = &(struct item){"pen", 3};
    single->price++;
    printf("%d %d %d\n", numbers[1], last(numbers), last(primes));
    printf("%s %d\n", single->name, single->price);
    printf("%d\n", total((struct item[]){{"a", 1}, {"b", 20}, {"c", 300}, {NULL, 0}}));
    for (int i = 0; i < 3; i++) {
        int *fresh = &(int){i};
        *fresh += 100;
        printf("%d ", *fresh);
    }
    printf("%c\n", "literal"[3]);
    return 0;
}
