#include <fcntl.h>
int main(void)
{
    struct flock lock = {.l_type = F_WRLCK};
    return fcntl(open("x", O_RDWR | O_CREAT, 0600), F_SETLK, &lock);
}
