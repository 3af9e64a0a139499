/* do-while, nested loops with break and continue, loops that run once, never and until an odd condition. */
#include <stdio.h>

int main(void)
{
    int n = 27;
    int steps = 0;
    int highest = n;
    do {
        n = n % 2 ? 3 * n + 1 : n / 2;
        highest = n > highest ? n : highest;
        steps++;
    } while (n != 1);
    printf("%d %d\n", steps, highest);
    int once = 0;
    do {
        once++;
    } while (0);
    while (0) {
        once += 100;
    }
    printf("%d\n", once);
    int i = 0;
    do {
        i++;
        if (i % 2) {
            continue;
        }
        for (int j = 0;; j++) {
            if (j == i) {
                break;
            }
            if (j % 3) {
                continue;
            }
            printf("%d.%d ", i, j);
        }
        if (i == 8) {
            break;
        }
    } while (i < 100);
    putchar('\n');
    char digits[20];
    unsigned value = 907050;
    int length = 0;
    do {
        digits[length++] = (char)('0' + value % 7);
        value /= 7;
    } while (value);
    while (length--) {
        putchar(digits[length]);
    }
    putchar('\n');
    return 0;
}
