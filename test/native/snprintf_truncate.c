/* snprintf: truncation, the length it would have had, size 0, appending piece by piece. */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char buffer[12];
    for (size_t size = 0; size <= sizeof buffer; size += 3) {
        memset(buffer, '#', sizeof buffer);
        int needed = snprintf(buffer, size, "%s-%d", "value", 12345);
        printf("%d [", needed);
        for (size_t i = 0; i < sizeof buffer; i++) {
            putchar(buffer[i] ? buffer[i] : '0');
        }
        puts("]");
    }
    char list[40];
    int used = 0;
    for (int i = 0; i < 20; i++) {
        int more = snprintf(list + used, sizeof list - (size_t)used, "%d,", i * i);
        if (more >= (int)sizeof list - used) {
            list[used] = '\0';
            printf("full at %d\n", i);
            break;
        }
        used += more;
    }
    printf("%s %d\n", list, sprintf(buffer, "%05.1f", 2.25));
    puts(buffer);
    return 0;
}
