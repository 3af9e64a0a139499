#include <unistd.h>
#include <sys/syscall.h>
int main(void)
{
    return syscall(SYS_sync) == 0;
}
