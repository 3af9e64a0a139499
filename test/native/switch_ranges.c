/* switch: dense and sparse cases, case ranges, fall-through, default in the middle, 64-bit and negative labels. */
#include <stdio.h>

static const char *classify(int c)
{
    switch (c) {
    case '0' ... '9':
        return "digit";
    case 'a' ... 'z':
    case 'A' ... 'Z':
        return "letter";
    case -5 ... -1:
        return "negative";
    default:
        return "other";
    case ' ':
        return "space";
    }
}

static int fall(int n)
{
    int sum = 0;
    switch (n) {
    case 4:
        sum += 4;
        /* fall through */
    case 3:
        sum += 3;
        /* fall through */
    case 2:
        sum += 2;
        break;
    case 1000000:
        sum = -1;
        break;
    case 1:
        sum += 1;
    }
    return sum;
}

static int wide(long long value)
{
    switch (value) {
    case 0x100000000LL:
        return 1;
    case -0x7fffffffffffffffLL:
        return 2;
    case 0:
        return 3;
    }
    return 4;
}

int main(void)
{
    int samples[] = {'5', 'q', 'Z', -3, -6, ' ', '~'};
    for (int i = 0; i < 7; i++) {
        printf("%s ", classify(samples[i]));
    }
    putchar('\n');
    for (int i = 0; i < 6; i++) {
        printf("%d ", fall(i));
    }
    printf("%d\n", fall(1000000));
    printf("%d %d %d %d\n", wide(0x100000000LL), wide(-0x7fffffffffffffffLL), wide(0), wide(1));
    return 0;
}
