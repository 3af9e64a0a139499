/* Scopes: shadowing, blocks, loop variables, extern inside a function, struct tags, tentative definitions. */
#include <stdio.h>

int value = 1;
int tentative;
int tentative;

struct tag {
    int outer;
};

static int sum(int value)
{
    int result = value;
    {
        int value = 100;
        result += value;
        {
            extern int value;
            result += value * 1000;
            value++;
        }
    }
    return result;
}

int main(void)
{
    struct tag {
        char inner[3];
    } t = {"ab"};
    int total = sum(5);
    printf("%d %d\n", total, value);
    for (int value = 0; value < 2; value++) {
        for (int value = 7; value < 9; value++) {
            printf("%d ", value);
        }
    }
    tentative += 3;
    printf("%d %zu %s\n", tentative, sizeof t, t.inner);
    return 0;
}
