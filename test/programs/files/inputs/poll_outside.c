// Whether something has come from outside is not known, but poll without a time limit does not return before it has.
#include <assert.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    int ends[2], connection = socket(AF_INET, SOCK_STREAM, 0);
    if (pipe(ends))
        return 1;
    struct pollfd asked[] = {{connection, POLLIN, 0}, {0, POLLIN, 0}, {ends[0], POLLIN, 0}};
    assert(poll(asked, 3, -1) >= 1);
    assert(asked[0].revents == POLLIN || asked[1].revents == POLLIN);
    assert(asked[2].revents == 0);
    return 0;
}
