// MPI starts the ranks, on however many machines, and carries one message: where rank 0 listens, and a secret. Then MPI
// is finished with, and each rank has a TCP connection to rank 0. The reason is death: of a rank that was killed a
// socket shows it at once and for certain, while MPI either ends all ranks or says nothing; and after MPI_Finalize no
// thread of MPI is in the way of fork.
//
// Rank 0 sends all its addresses; a rank tries one after the other, beginning with the one of the machine itself, until
// a listener answers who knows the secret. A machine that vanishes without a word is found out by TCP's own probes.
#include "crew/crew_mpi.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <mpi.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/memory.h"
#include "base/statistics.h"
#include "base/vector.h"

enum { SECRET_SIZE = 16, HOST_SIZE = 256, GREETING_SIZE = SECRET_SIZE + 4 + HOST_SIZE };

static const double MEET_SECONDS = 60;    // for all ranks to find rank 0
static const double ADDRESS_SECONDS = 5;  // for one address to answer
static const double GREETING_SECONDS = 5; // for one connection to say who it is

typedef struct Follower {
    int socket;
    char host[HOST_SIZE];
} Follower;

// The place of this process among the ranks. Global like MPI_COMM_WORLD: it is a fact about the process, set once by
// crew_mpi_start.
static struct {
    int rank;
    VECTOR(Follower) followers; // on rank 0, until they are taken
    int master;                 // on other ranks: the connection to rank 0
    int kept_error;             // on other ranks: standard error
} place = {.master = -1, .kept_error = -1};

// The message of rank 0 to all.
typedef struct Invitation {
    uint8_t secret[SECRET_SIZE];
    char host[HOST_SIZE];
    uint16_t port;
    VECTOR(struct in6_addr) addresses; // those of IPv4 in their IPv6 form
} Invitation;

// Before there is a verdict to print: nothing can be checked if the ranks do not find each other.
static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "raddle: error: rank %d: %s\n", place.rank, what);
    MPI_Abort(MPI_COMM_WORLD, 2);
    _exit(2);
}

static struct in6_addr widen(struct in_addr address)
{
    struct in6_addr wide = {.s6_addr = {[10] = 0xff, [11] = 0xff}};
    memcpy(wide.s6_addr + 12, &address, sizeof address);
    return wide;
}

static void list_addresses(Invitation *invitation)
{
    struct ifaddrs *interfaces;
    if (getifaddrs(&interfaces))
        return;
    for (struct ifaddrs *i = interfaces; i; i = i->ifa_next) {
        if (!i->ifa_addr || !(i->ifa_flags & IFF_UP) || i->ifa_flags & IFF_LOOPBACK)
            continue;
        if (i->ifa_addr->sa_family == AF_INET) {
            const struct sockaddr_in *address = (const struct sockaddr_in *)(const void *)i->ifa_addr;
            vector_push(&invitation->addresses, widen(address->sin_addr));
        } else if (i->ifa_addr->sa_family == AF_INET6) {
            const struct sockaddr_in6 *address = (const struct sockaddr_in6 *)(const void *)i->ifa_addr;
            if (!IN6_IS_ADDR_LINKLOCAL(&address->sin6_addr))
                vector_push(&invitation->addresses, address->sin6_addr);
        }
    }
    freeifaddrs(interfaces);
}

// Listens on all addresses: both families where there is IPv6, else IPv4.
static int listen_anywhere(uint16_t *port)
{
    struct sockaddr_in6 wide = {.sin6_family = AF_INET6, .sin6_addr = in6addr_any};
    struct sockaddr_in narrow = {.sin_family = AF_INET};
    socklen_t length = sizeof wide;
    int both = 0;
    int listener = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener >= 0 && !setsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &both, sizeof both) &&
        !bind(listener, (struct sockaddr *)&wide, sizeof wide) && !listen(listener, SOMAXCONN) &&
        !getsockname(listener, (struct sockaddr *)&wide, &length)) {
        *port = ntohs(wide.sin6_port);
        return listener;
    }
    if (listener >= 0)
        close(listener);
    length = sizeof narrow;
    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&narrow, sizeof narrow) || listen(listener, SOMAXCONN) ||
        getsockname(listener, (struct sockaddr *)&narrow, &length))
        give_up("cannot listen for the other ranks");
    *port = ntohs(narrow.sin_port);
    return listener;
}

static void share(Invitation *invitation)
{
    Bytes message = {0};
    if (!place.rank) {
        bytes_append(&message, invitation->secret, SECRET_SIZE);
        bytes_append(&message, invitation->host, HOST_SIZE);
        bytes_put_u32(&message, invitation->port);
        for (uint32_t i = 0; i < invitation->addresses.count; i++)
            bytes_append(&message, invitation->addresses.data[i].s6_addr, 16);
    }
    int length = (int)message.length;
    MPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
    uint8_t *data = memory_allocate((size_t)length);
    if (!place.rank)
        memcpy(data, message.data, (size_t)length);
    MPI_Bcast(data, length, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (place.rank) {
        size_t start = SECRET_SIZE + HOST_SIZE;
        BytesReader reader = {.data = data, .length = (size_t)length, .position = start};
        memcpy(invitation->secret, data, SECRET_SIZE);
        memcpy(invitation->host, data + SECRET_SIZE, HOST_SIZE);
        invitation->port = (uint16_t)bytes_get_u32(&reader);
        for (size_t i = reader.position; i < (size_t)length; i += 16) {
            struct in6_addr address;
            memcpy(address.s6_addr, data + i, 16);
            vector_push(&invitation->addresses, address);
        }
    }
    free(data);
    bytes_free(&message);
}

static bool wait_for(int socket, short events, double deadline)
{
    struct pollfd polled = {.fd = socket, .events = events};
    int ready;
    do {
        double left = deadline - clock_now();
        ready = poll(&polled, 1, left > 0 ? (int)(left * 1000) + 1 : 0);
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

static bool receive_all(int socket, uint8_t *data, size_t length, double deadline)
{
    for (size_t got = 0; got < length;) {
        if (!wait_for(socket, POLLIN, deadline))
            return false;
        ssize_t count = recv(socket, data + got, length - got, MSG_DONTWAIT);
        if (count > 0)
            got += (size_t)count;
        else if (!count || (errno != EAGAIN && errno != EINTR))
            return false;
    }
    return true;
}

// Small messages go out at once; a machine that does not answer for some 20 seconds counts as gone.
static void tune(int socket)
{
    int on = 1, idle = 8, interval = 4, probes = 3;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
#ifdef TCP_USER_TIMEOUT
    int silence_ms = 20000;
    setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &silence_ms, sizeof silence_ms);
#endif
}

// Connects to one address; -1 if nobody is there who knows the secret.
static int connect_to(const struct in6_addr *address, const Invitation *invitation, const uint8_t *greeting)
{
    struct sockaddr_in6 wide = {.sin6_family = AF_INET6, .sin6_port = htons(invitation->port), .sin6_addr = *address};
    struct sockaddr_in narrow = {.sin_family = AF_INET, .sin_port = htons(invitation->port)};
    bool is_narrow = IN6_IS_ADDR_V4MAPPED(address);
    double deadline = clock_now() + ADDRESS_SECONDS;
    uint8_t answer[SECRET_SIZE];
    int failure = 0;
    socklen_t length = sizeof failure;
    int connection = socket(is_narrow ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (connection < 0)
        return -1;
    memcpy(&narrow.sin_addr, address->s6_addr + 12, sizeof narrow.sin_addr);
    int status = is_narrow ? connect(connection, (struct sockaddr *)&narrow, sizeof narrow)
                           : connect(connection, (struct sockaddr *)&wide, sizeof wide);
    if ((!status || (errno == EINPROGRESS && wait_for(connection, POLLOUT, deadline))) &&
        !getsockopt(connection, SOL_SOCKET, SO_ERROR, &failure, &length) && !failure &&
        send(connection, greeting, GREETING_SIZE, MSG_NOSIGNAL) == GREETING_SIZE &&
        receive_all(connection, answer, SECRET_SIZE, deadline) && !memcmp(answer, invitation->secret, SECRET_SIZE))
        return connection;
    close(connection);
    return -1;
}

// Every rank proves that it knows the secret, and so does rank 0: the port may belong to somebody else on this machine.
static int find_master(const Invitation *invitation)
{
    uint8_t greeting[GREETING_SIZE] = {0};
    char *host = (char *)greeting + SECRET_SIZE + 4;
    memcpy(greeting, invitation->secret, SECRET_SIZE);
    for (int i = 0; i < 4; i++)
        greeting[SECRET_SIZE + i] = (uint8_t)((unsigned)place.rank >> 8 * i);
    gethostname(host, HOST_SIZE - 1);
    if (!strcmp(host, invitation->host)) {
        struct in6_addr own = widen((struct in_addr){.s_addr = htonl(INADDR_LOOPBACK)});
        int connection = connect_to(&own, invitation, greeting);
        if (connection >= 0)
            return connection;
    }
    for (uint32_t i = 0; i < invitation->addresses.count; i++) {
        int connection = connect_to(&invitation->addresses.data[i], invitation, greeting);
        if (connection >= 0)
            return connection;
    }
    give_up("cannot connect to rank 0 over TCP");
}

static void admit(int connection, const Invitation *invitation)
{
    uint8_t greeting[GREETING_SIZE];
    uint32_t rank = 0;
    if (receive_all(connection, greeting, sizeof greeting, clock_now() + GREETING_SECONDS) &&
        !memcmp(greeting, invitation->secret, SECRET_SIZE)) {
        for (int i = 0; i < 4; i++)
            rank |= (uint32_t)greeting[SECRET_SIZE + i] << 8 * i;
        Follower *follower = rank && rank <= place.followers.count ? &place.followers.data[rank - 1] : NULL;
        if (follower && follower->socket < 0 &&
            send(connection, invitation->secret, SECRET_SIZE, MSG_NOSIGNAL) == SECRET_SIZE) {
            tune(connection);
            follower->socket = connection;
            memcpy(follower->host, greeting + SECRET_SIZE + 4, HOST_SIZE);
            follower->host[HOST_SIZE - 1] = '\0';
            return;
        }
    }
    close(connection);
}

static bool is_complete(void)
{
    for (uint32_t i = 0; i < place.followers.count; i++) {
        if (place.followers.data[i].socket < 0)
            return false;
    }
    return true;
}

static void be_found(int listener, uint32_t count, const Invitation *invitation)
{
    double deadline = clock_now() + MEET_SECONDS;
    for (uint32_t i = 0; i < count; i++)
        vector_push(&place.followers, (Follower){.socket = -1});
    while (!is_complete()) {
        if (!wait_for(listener, POLLIN, deadline))
            give_up("not all ranks connected over TCP");
        int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (connection >= 0)
            admit(connection, invitation);
    }
}

// Only rank 0 speaks. Standard error comes back when the rank begins to work, for internal errors.
static void fall_silent(void)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    place.kept_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (nowhere < 0)
        return;
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
}

void crew_mpi_start(void)
{
    int count;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &place.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    if (count > 1) {
        Invitation invitation = {0};
        int listener = -1;
        if (!place.rank) {
            listener = listen_anywhere(&invitation.port);
            gethostname(invitation.host, HOST_SIZE - 1);
            list_addresses(&invitation);
            if (getrandom(invitation.secret, SECRET_SIZE, 0) != SECRET_SIZE)
                give_up("the system has no random numbers");
        }
        share(&invitation);
        if (place.rank) {
            place.master = find_master(&invitation);
            tune(place.master);
        } else {
            be_found(listener, (uint32_t)count - 1, &invitation);
            close(listener);
        }
        vector_free(&invitation.addresses);
    }
    MPI_Finalize();
    if (place.rank)
        fall_silent();
}

bool crew_mpi_is_follower(void)
{
    return place.rank != 0;
}

uint32_t crew_mpi_follower_count(void)
{
    return place.followers.count;
}

int crew_mpi_take_follower(uint32_t index, const char **host)
{
    Follower *follower = &place.followers.data[index];
    int connection = follower->socket;
    follower->socket = -1;
    *host = follower->host;
    if (index + 1 == place.followers.count)
        place.followers.count = 0;
    return connection;
}

int crew_mpi_take_master(void)
{
    int connection = place.master;
    place.master = -1;
    if (place.kept_error >= 0) {
        dup2(place.kept_error, STDERR_FILENO);
        close(place.kept_error);
        place.kept_error = -1;
    }
    return connection;
}
