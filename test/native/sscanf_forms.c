/* sscanf: numbers of every base and width, strings, sets, suppressed and counted conversions, failures. */
#include <stdio.h>

int main(void)
{
    int a = -1;
    int b = -1;
    int n = -1;
    char word[32] = "";
    char rest[32] = "";
    float f = 0;
    double d = 0;
    printf("%d", sscanf("12 -34", "%d%d", &a, &b));
    printf(" %d %d\n", a, b);
    printf("%d", sscanf("0x1f 077 99", "%i%i%d", &a, &b, &n));
    printf(" %d %d %d\n", a, b, n);
    printf("%d", sscanf("20240229", "%4d%2d%2d", &a, &b, &n));
    printf(" %d %d %d\n", a, b, n);
    printf("%d", sscanf("  hello  world", "%s %n%s", word, &n, rest));
    printf(" %s %d %s\n", word, n, rest);
    printf("%d", sscanf("key=some value;x", "%[^=]=%[^;]", word, rest));
    printf(" [%s][%s]\n", word, rest);
    printf("%d", sscanf("3.5e2 -0.125", "%f %lf", &f, &d));
    printf(" %g %g\n", f, d);
    printf("%d", sscanf("1 2 3 4", "%*d %d %*d %d", &a, &b));
    printf(" %d %d\n", a, b);
    char c1;
    char c2;
    printf("%d", sscanf("x y", "%c %c", &c1, &c2));
    printf(" %c %c\n", c1, c2);
    printf("%d %d %d\n", sscanf("", "%d", &a), sscanf("abc", "%d", &a), sscanf("7,8", "%d;%d", &a, &b));
    short s;
    long long ll;
    unsigned char uc;
    unsigned x;
    printf("%d", sscanf("-5 1234567890123 200 ff", "%hd %lld %hhu %x", &s, &ll, &uc, &x));
    printf(" %d %lld %d %x\n", s, ll, uc, x);
    printf("%d", sscanf("50%", "%d%%%n", &a, &n));
    printf(" %d %d\n", a, n);
    printf("%d", sscanf("abcdef", "%3s%2c", word, rest));
    printf(" %s %.2s\n", word, rest);
    printf("%d", sscanf("a-z09", "%[a-z-]%[0-9]", word, rest));
    printf(" %s %s\n", word, rest);
    return 0;
}
