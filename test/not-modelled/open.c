#include <fcntl.h>
int main(void)
{
    return open("x", O_RDONLY) < 0;
}
