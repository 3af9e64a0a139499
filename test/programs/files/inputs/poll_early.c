// With a time limit poll may find that nothing has come.
#include <assert.h>
#include <poll.h>

int main(void)
{
    struct pollfd asked = {0, POLLIN, 0};
    assert(poll(&asked, 1, 1000) == 1);
    return 0;
}
