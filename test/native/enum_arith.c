/* Enumerations: implicit values, negative and repeated ones, use as array index and in arithmetic. */
#include <stdio.h>

enum day { MONDAY = 1, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY, DAYS = SUNDAY };
enum sign { NEGATIVE = -1, ZERO, POSITIVE };
enum bits { BIT_A = 1 << 0, BIT_B = 1 << 3, BIT_BOTH = BIT_A | BIT_B, BIT_HIGH = 0x40000000 };

static const char *const names[] = {[MONDAY] = "Mon", [WEDNESDAY] = "Wed", [SUNDAY] = "Sun"};

static enum sign sign_of(int n)
{
    return n < 0 ? NEGATIVE : n > 0 ? POSITIVE : ZERO;
}

int main(void)
{
    for (enum day d = MONDAY; d <= DAYS; d++) {
        printf("%d%s ", d, names[d] ? names[d] : "-");
    }
    putchar('\n');
    printf("%d %d %d\n", sign_of(-9), sign_of(0), sign_of(4) + NEGATIVE);
    enum bits b = BIT_HIGH;
    b |= BIT_BOTH;
    b &= ~BIT_A;
    printf("%x %d\n", b, (FRIDAY - MONDAY) * POSITIVE);
    switch (sign_of(-1)) {
    case NEGATIVE:
        puts("negative");
        break;
    case ZERO:
    case POSITIVE:
        puts("wrong");
    }
    return SATURDAY;
}
