// The only thread reads a pipe that only it could write to.
#include <unistd.h>

int main(void)
{
    int ends[2];
    char byte;
    if (pipe(ends))
        return 1;
    return (int)read(ends[0], &byte, 1);
}
