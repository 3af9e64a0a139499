// Who will send nothing more says so, and the other reads the end.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *answer(void *unused)
{
    char byte;
    recv(ends[1], &byte, 1, 0);
    shutdown(ends[1], SHUT_WR);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    char byte = 'a';
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
        return 1;
    pthread_create(&thread, NULL, answer, NULL);
    send(ends[0], &byte, 1, 0);
    assert(recv(ends[0], &byte, 1, 0) == 0);
    pthread_join(thread, NULL);
    return 0;
}
