// A loop of poll serves two pipes until both have sent something. Each look of poll is many decisions at one line, but none
// of them again and again.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int left[2], right[2];

static void *send_left(void *unused)
{
    write(left[1], "l", 1);
    return NULL;
}

static void *send_right(void *unused)
{
    write(right[1], "r", 1);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    char byte;
    if (pipe(left) || pipe(right))
        return 1;
    pthread_create(&first, NULL, send_left, NULL);
    pthread_create(&second, NULL, send_right, NULL);
    for (int served = 0; served < 2;) {
        struct pollfd asked[] = {{left[0], POLLIN, 0}, {right[0], POLLIN, 0}};
        assert(poll(asked, 2, -1) >= 1);
        if (asked[0].revents & POLLIN) {
            assert(read(left[0], &byte, 1) == 1 && byte == 'l');
            served++;
        }
        if (asked[1].revents & POLLIN) {
            assert(read(right[0], &byte, 1) == 1 && byte == 'r');
            served++;
        }
    }
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
