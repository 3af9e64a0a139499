/* printf flags, widths and precisions on integers, strings and characters. */
#include <stdio.h>

int main(void)
{
    int values[] = {0, 7, -7, 12345, -12345};
    for (int i = 0; i < 5; i++) {
        int v = values[i];
        printf("[%d][%5d][%-5d][%05d][%+d][% d][%.3d][%8.3d][%-8.3d][%+05d]\n", v, v, v, v, v, v, v, v, v, v);
        printf("[%x][%#x][%08X][%o][%#o][%u]\n", (unsigned)v, (unsigned)v, (unsigned)v, (unsigned)v, (unsigned)v,
               (unsigned)v);
    }
    printf("[%s][%10s][%-10s][%.2s][%10.2s][%s]\n", "text", "text", "text", "text", "text", "");
    printf("[%c][%3c][%-3c][%%]\n", 'x', 'y', 'z');
    printf("[%.0d][%5.0d][%#x][%+.0d]\n", 0, 0, 0, 0);
    printf("[%i][%hd][%hhd][%hu][%hhu]\n", -1, (short)-2, (signed char)-3, (unsigned short)65535, (unsigned char)255);
    return printf("%s", "123456\n");
}
