/* Signed bit-fields: sign extension on reading, truncation on writing, mixed widths in one unit. */
#include <stdio.h>

struct packed {
    signed int tiny : 1;
    signed int three : 3;
    signed int nine : 9;
    signed int rest : 19;
};

int main(void)
{
    struct packed p = {0};
    for (int i = -4; i < 4; i++) {
        p.three = i;
        p.tiny = i & 1 ? -1 : 0;
        p.nine = i * 60;
        p.rest = -i * 50000;
        printf("%d %d %d %d\n", p.tiny, p.three, p.nine, p.rest);
    }
    p.nine = 255;
    p.nine -= 300;
    p.three ^= -1;
    printf("%d %d %zu\n", p.nine, p.three, sizeof p);
    return 0;
}
