/* volatile objects: every access counts, through pointers, in structs, and with compound assignment. */
#include <stdio.h>

struct device {
    volatile unsigned status;
    volatile unsigned data;
};

static volatile int shared = 3;

static unsigned transfer(struct device *device, unsigned value)
{
    device->status = 1;
    device->data = value;
    device->data ^= 0xff;
    device->status |= 2;
    return device->status << 8 | device->data;
}

int main(void)
{
    struct device device = {0, 0};
    volatile int *alias = &shared;
    int sum = 0;
    for (volatile int i = 0; i < 5; i++) {
        sum += i;
        shared += sum;
        (*alias)--;
    }
    printf("%d %d\n", sum, shared);
    printf("%x\n", transfer(&device, 0x0f));
    volatile char text[] = "volatile";
    text[0]++;
    for (volatile char *p = text; *p; p++) {
        putchar(*p);
    }
    putchar('\n');
    return 0;
}
