// Files, pipes and events by descriptor, and what calls say when they fail.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static void show(const char *what, long result)
{
    if (result < 0)
        printf("%s: %ld, errno %d\n", what, result, errno);
    else
        printf("%s: %ld\n", what, result);
}

static void files(void)
{
    char bytes[32] = "";
    struct stat status;
    int file = open("a.txt", O_RDWR | O_CREAT | O_TRUNC, 0644);
    printf("opened %d\n", file);
    show("write", write(file, "hello world", 11));
    show("seek back", lseek(file, -5, SEEK_CUR));
    show("read", read(file, bytes, 20));
    printf("%.5s\n", bytes);
    show("read at the end", read(file, bytes, 20));
    show("seek before the beginning", lseek(file, -1, SEEK_SET));
    show("seek beyond the end", lseek(file, 15, SEEK_SET));
    show("write there", write(file, "!", 1));
    show("fstat", fstat(file, &status));
    printf("size %ld, regular %d\n", (long)status.st_size, S_ISREG(status.st_mode));
    show("pread", pread(file, bytes, 3, 10));
    printf("%d %d %d\n", bytes[0], bytes[1], bytes[2]);
    show("pwrite", pwrite(file, "J", 1, 0));
    show("truncate", ftruncate(file, 4));
    show("position", lseek(file, 0, SEEK_CUR));
    show("end", lseek(file, 0, SEEK_END));
    show("grow", ftruncate(file, 6));
    show("pread", pread(file, bytes, 10, 0));
    printf("%c %d %d\n", bytes[0], bytes[4], bytes[5]);
    int again = dup(file);
    printf("dup %d\n", again);
    show("seek", lseek(again, 2, SEEK_SET));
    show("shared position", lseek(file, 0, SEEK_CUR));
    show("close", close(file));
    show("close twice", close(file));
    show("read closed", read(file, bytes, 1));
    show("write closed", write(file, bytes, 1));
    show("other still open", read(again, bytes, 1));
    show("dup2", dup2(again, 9));
    show("dup2 of nothing", dup2(20, 9));
    show("close", close(9));
    show("close", close(again));
    show("fsync closed", fsync(again));
    show("exclusive", open("a.txt", O_WRONLY | O_CREAT | O_EXCL, 0644));
    int appended = open("a.txt", O_WRONLY | O_APPEND);
    show("append", write(appended, "xyz", 3));
    show("read of what is written only", read(appended, bytes, 1));
    show("flags", fcntl(appended, F_GETFL) & (O_ACCMODE | O_APPEND | O_NONBLOCK));
    show("close", close(appended));
    show("stat", stat("./a.txt", &status));
    printf("size %ld\n", (long)status.st_size);
    show("rename", rename("a.txt", "b.txt"));
    show("access", access("a.txt", F_OK));
    show("access", access("b.txt", F_OK));
    int kept = open("b.txt", O_RDONLY);
    show("write of what is read only", write(kept, "a", 1));
    show("unlink", unlink("b.txt"));
    show("unlink", unlink("b.txt"));
    show("read unlinked", read(kept, bytes, 32));
    show("open", open("b.txt", O_RDONLY));
    show("close", close(kept));
    show("bad whence", lseek(0x7fffffff, 0, SEEK_SET));
}

static void pipes(void)
{
    int ends[2];
    char bytes[16];
    static char block[4096];
    show("pipe", pipe(ends));
    printf("%d %d\n", ends[0], ends[1]);
    show("write", write(ends[1], "abcdef", 6));
    show("read", read(ends[0], bytes, 4));
    show("read", read(ends[0], bytes, 4));
    show("read of the writing end", read(ends[1], bytes, 4));
    show("write to the reading end", write(ends[0], bytes, 4));
    show("seek", lseek(ends[0], 0, SEEK_SET));
    show("pread", pread(ends[0], bytes, 1, 0));
    show("set flags", fcntl(ends[0], F_SETFL, O_NONBLOCK));
    show("read", read(ends[0], bytes, 4));
    show("set flags", fcntl(ends[1], F_SETFL, O_NONBLOCK));
    int blocks = 0;
    while (write(ends[1], block, sizeof block) == sizeof block)
        blocks++;
    printf("%d blocks, errno %d\n", blocks, errno);
    show("close-on-exec", fcntl(ends[0], F_GETFD));
    show("set", fcntl(ends[0], F_SETFD, FD_CLOEXEC));
    show("close-on-exec", fcntl(ends[0], F_GETFD));
    show("duplicate", fcntl(ends[0], F_DUPFD, 12));
    show("close", close(12));
    show("close", close(ends[1]));
    long total = 0, count;
    while ((count = read(ends[0], block, sizeof block)) > 0)
        total += count;
    printf("%ld bytes, then %ld\n", total, count);
    show("close", close(ends[0]));
}

static void vectors(void)
{
    int ends[2];
    char first[3] = "", second[8] = "";
    struct iovec written[] = {{"ab", 2}, {"", 0}, {"cde", 3}}, read_to[] = {{first, 2}, {second, 7}};
    pipe(ends);
    show("writev", writev(ends[1], written, 3));
    show("readv", readv(ends[0], read_to, 2));
    printf("%s %s\n", first, second);
    show("writev", writev(ends[1], written, -1));
    close(ends[0]);
    show("write nothing", write(ends[1], "", 0));
    close(ends[1]);
}

static void events(void)
{
    eventfd_t value = 0;
    char few[4];
    int event = eventfd(3, EFD_NONBLOCK);
    show("add", eventfd_write(event, 4));
    show("read", eventfd_read(event, &value));
    printf("%llu\n", (unsigned long long)value);
    show("read", eventfd_read(event, &value));
    show("small", read(event, few, sizeof few));
    value = UINT64_MAX;
    show("too large", write(event, &value, sizeof value));
    show("largest", eventfd_write(event, UINT64_MAX - 1));
    show("one more", eventfd_write(event, 1));
    close(event);
    event = eventfd(2, EFD_NONBLOCK | EFD_SEMAPHORE);
    show("take", eventfd_read(event, &value));
    show("take", eventfd_read(event, &value));
    printf("%llu\n", (unsigned long long)value);
    show("take", eventfd_read(event, &value));
    show("bad flags", eventfd(0, 2));
    close(event);
}

static void waiting(void)
{
    int ends[2], pair[2];
    char byte;
    pipe(ends);
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    struct pollfd asked[] = {{ends[0], POLLIN, 0}, {ends[1], POLLOUT, 0}, {-1, POLLIN, 5}, {50, POLLIN, 0}};
    show("poll", poll(asked, 4, 0));
    printf("%x %x %x %x\n", asked[0].revents, asked[1].revents, asked[2].revents, asked[3].revents);
    write(ends[1], "x", 1);
    show("poll", poll(asked, 2, -1));
    printf("%x %x\n", asked[0].revents, asked[1].revents);
    close(ends[1]);
    show("poll", poll(asked, 1, -1));
    printf("%x\n", asked[0].revents);
    read(ends[0], &byte, 1);
    show("poll", poll(asked, 1, -1));
    printf("%x\n", asked[0].revents);
    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    FD_SET(pair[0], &set);
    show("select", select(pair[1] + 1, &set, NULL, NULL, NULL));
    printf("%d %d\n", FD_ISSET(ends[0], &set) != 0, FD_ISSET(pair[0], &set) != 0);
    struct timeval none = {0};
    FD_ZERO(&set);
    FD_SET(pair[0], &set);
    show("select", select(pair[1] + 1, &set, NULL, NULL, &none));
    FD_SET(51, &set);
    show("select", select(60, &set, NULL, NULL, &none));
    send(pair[0], "hi", 2, 0);
    show("recv", recv(pair[1], &byte, 1, 0));
    show("shutdown", shutdown(pair[0], SHUT_WR));
    show("send", send(pair[0], "x", 1, MSG_NOSIGNAL));
    show("recv", recv(pair[1], &byte, 1, 0));
    show("recv", recv(pair[1], &byte, 1, 0));
    show("send", send(pair[1], "x", 1, 0));
    show("recv", recv(ends[0], &byte, 1, 0));
    close(pair[1]);
    show("recv", recv(pair[0], &byte, 1, 0));
    show("recv", recv(pair[0], &byte, 1, 0));
    close(pair[0]);
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    send(pair[0], "unread", 6, 0);
    close(pair[1]);
    show("recv", recv(pair[0], &byte, 1, 0));
    show("recv", recv(pair[0], &byte, 1, 0));
    show("send", send(pair[0], "x", 1, MSG_NOSIGNAL));
    close(pair[0]);
    close(ends[0]);
}

int main(void)
{
    files();
    pipes();
    vectors();
    events();
    waiting();
    return 0;
}
