// What comes over a network is anything.
#include <assert.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    char received[4];
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (recv(connection, received, sizeof received, 0) == 2)
        assert(received[0] != received[1]);
    return close(connection);
}
