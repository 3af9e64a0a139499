#include "crew/crew_link.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEADER = 9, PIECE = 1 << 16 }; // the length of the body and the kind of the message

void crew_link_open(CrewLink *link, int socket)
{
    *link = (CrewLink){.socket = socket};
    fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK);
}

static void hang_up(CrewLink *link)
{
    if (link->socket >= 0)
        close(link->socket);
    link->socket = -1;
}

void crew_link_close(CrewLink *link)
{
    hang_up(link);
    bytes_free(&link->in);
    bytes_free(&link->out);
}

short crew_link_events(const CrewLink *link)
{
    return link->out.length ? POLLIN | POLLOUT : POLLIN;
}

void crew_link_send(CrewLink *link, CrewMessage message, const Bytes *body)
{
    bytes_put_u64(&link->out, body->length);
    bytes_put_u8(&link->out, (uint8_t)message);
    bytes_append(&link->out, body->data, body->length);
    crew_link_flush(link);
}

static bool must_wait(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

// A failure to write does not close the link: what the other end said before it went is still to be read.
void crew_link_flush(CrewLink *link)
{
    while (link->socket >= 0 && link->sent < link->out.length) {
        ssize_t count =
            send(link->socket, link->out.data + link->sent, link->out.length - link->sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && must_wait())
            return;
        if (count < 0)
            break;
        link->sent += (size_t)count;
    }
    bytes_clear(&link->out);
    link->sent = 0;
}

void crew_link_receive(CrewLink *link)
{
    uint8_t piece[PIECE];
    while (link->socket >= 0) {
        ssize_t count = recv(link->socket, piece, sizeof piece, MSG_DONTWAIT);
        if (count > 0)
            bytes_append(&link->in, piece, (size_t)count);
        else if (count < 0 && must_wait())
            return;
        else
            hang_up(link);
    }
}

bool crew_link_take(CrewLink *link, CrewMessage *message, Bytes *body)
{
    size_t available = link->in.length - link->taken;
    if (available < HEADER)
        return false;
    BytesReader reader = {.data = link->in.data + link->taken, .length = available};
    uint64_t length = bytes_get_u64(&reader);
    *message = (CrewMessage)bytes_get_u8(&reader);
    if (available - HEADER < length)
        return false;
    bytes_clear(body);
    bytes_append(body, reader.data + HEADER, (size_t)length);
    link->taken += HEADER + (size_t)length;
    if (link->taken == link->in.length) {
        bytes_clear(&link->in);
        link->taken = 0;
    }
    return true;
}
