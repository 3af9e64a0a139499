#include <sys/socket.h>
int main(void)
{
    int ends[2];
    return socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
}
