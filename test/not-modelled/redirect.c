#include <fcntl.h>
#include <unistd.h>
int main(void)
{
    return dup2(open("x", O_WRONLY | O_CREAT, 0600), 1) < 0;
}
