/* signed char, unsigned char and conversions between them and wider types; strings of high bytes. */
#include <stdio.h>

int main(void)
{
    signed char s = (signed char)0x80;
    unsigned char u = 0x80;
    printf("%d %d %d\n", s, u, s == (signed char)u);
    printf("%x %x\n", (unsigned)s, (unsigned)u);
    unsigned char text[] = "\xff\x80\x7f\x01";
    int sum = 0;
    int difference = 0;
    for (int i = 0; text[i]; i++) {
        sum += text[i];
        difference += (signed char)text[i];
    }
    printf("%d %d %zu\n", sum, difference, sizeof text);
    for (signed char c = 120; c > 0; c = (signed char)(c + 1)) {
        printf("%d ", c);
    }
    putchar('\n');
    printf("%d %d\n", (signed char)200 < (unsigned char)100, '\377' == (char)255);
    return 0;
}
