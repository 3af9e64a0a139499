/* memmove with overlapping regions in both directions, memcpy, memset and memccpy. */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[27];
    for (int shift = -5; shift <= 5; shift++) {
        strcpy(text, "abcdefghijklmnopqrstuvwxyz");
        memmove(text + 8 + shift, text + 8, 10);
        puts(text);
    }
    int numbers[10];
    for (int i = 0; i < 10; i++) {
        numbers[i] = i;
    }
    memmove(numbers + 1, numbers, 9 * sizeof *numbers);
    for (int i = 0; i < 10; i++) {
        printf("%d ", numbers[i]);
    }
    memset(numbers, 0xff, 3 * sizeof *numbers);
    printf("%d %d\n", numbers[2], numbers[3]);
    char target[16] = "################";
    char *end = memccpy(target, "key=value", '=', sizeof target);
    printf("%.16s %d\n", target, (int)(end - target));
    printf("%d\n", memccpy(target, "none", '=', 4) == NULL);
    return 0;
}
