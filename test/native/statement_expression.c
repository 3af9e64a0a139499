/* Statement expressions of GNU C: values, loops and declarations inside, nested, in conditions. */
#include <stdio.h>

#define MAX(a, b)               \
    ({                          \
        __typeof__(a) left = (a);  \
        __typeof__(b) right = (b); \
        left > right ? left : right; \
    })

static int evaluations;

static int next(void)
{
    return ++evaluations;
}

int main(void)
{
    int digits = ({
        int n = 123456;
        int count = 0;
        while (n) {
            n /= 10;
            count++;
        }
        count;
    });
    int largest = MAX(next() * 10, next() * 3);
    printf("%d %d %d\n", digits, largest, evaluations);
    printf("%g %d\n", MAX(2.5, 1), MAX(-3, MAX(-7, -5)));
    if (({ int found = 0; for (int i = 0; i < 10; i++) { found |= i == 7; } found; })) {
        puts("found");
    }
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        sum += ({
            if (i == 3) {
                continue;
            }
            i * i;
        });
    }
    printf("%d\n", sum);
    return 0;
}
