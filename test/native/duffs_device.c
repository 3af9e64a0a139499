/* Case labels inside a loop: an unrolled copy for every remainder. */
#include <stdio.h>
#include <string.h>

static void copy(char *to, const char *from, int count)
{
    int rounds = (count + 7) / 8;
    if (count <= 0) {
        return;
    }
    switch (count % 8) {
    case 0:
        do {
            *to++ = *from++;
            /* fall through */
        case 7:
            *to++ = *from++;
            /* fall through */
        case 6:
            *to++ = *from++;
            /* fall through */
        case 5:
            *to++ = *from++;
            /* fall through */
        case 4:
            *to++ = *from++;
            /* fall through */
        case 3:
            *to++ = *from++;
            /* fall through */
        case 2:
            *to++ = *from++;
            /* fall through */
        case 1:
            *to++ = *from++;
        } while (--rounds > 0);
    }
}

int main(void)
{
    const char *source = "The quick brown fox jumps over the lazy dog";
    char target[64];
    for (int n = 0; n <= 20; n++) {
        memset(target, '.', sizeof target);
        copy(target, source, n);
        printf("%2d %.22s\n", n, target);
    }
    return 0;
}
