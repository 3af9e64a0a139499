// Numbers of devices, put together and taken apart.
#include <stdio.h>
#include <sys/sysmacros.h>

int main(void)
{
    for (unsigned i = 0; i < 4; i++) {
        unsigned long long device = makedev(0x12345u * (i + 1) * 77, 0x777u * (i + 9) * 999);
        printf("%llx %x %x\n", device, major(device), minor(device));
    }
    return 0;
}
