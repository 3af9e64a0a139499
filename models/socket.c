/*
 * Sockets. A pair of them is a channel in both directions (channel.c). Any other socket leads out of the process, where
 * somebody does what he likes: whether a call succeeds, how much arrives and what, are inputs that bear the name of the
 * function. Such a call never waits for ever, since somebody may always answer.
 */
#include "descriptor.h"

enum {
    ARRIVES_BITS = 3, /* at most 7 bytes at a time */
    FLAG_DO_NOT_WAIT = 0x40,
    FLAG_NO_SIGNAL = 0x4000,
    SHUT_READING = 0,
    SHUT_WRITING = 1,
    SHUT_BOTH = 2,
    TRANSFER_LIMIT = 65536
};

/* Undefined on purpose: reaching one ends the analysis with its name as the reason. */
void socket_call_with_an_unmodelled_flag(void);
void send_of_more_than_65536_bytes(void);

long model_network_read(const struct model_description *from, unsigned char *target, size_t count)
{
    if ((from->flags & OPEN_NONBLOCKING) && __raddle_input("recv_would_wait", 1)) {
        return -EAGAIN;
    }
    if (__raddle_input("recv_fails", 1)) {
        return -ECONNRESET;
    }
    size_t length = model_smaller(count, (size_t)__raddle_input("recv", ARRIVES_BITS));
    for (size_t i = 0; i < length; i++) {
        target[i] = (unsigned char)__raddle_input("recv", 8);
    }
    return (long)length;
}

long model_network_write(const struct model_description *to, size_t count)
{
    if ((to->flags & OPEN_NONBLOCKING) && __raddle_input("send_would_wait", 1)) {
        return -EAGAIN;
    }
    return __raddle_input("send_fails", 1) ? -EPIPE : (long)count;
}

int socket(int family, int kind, int protocol)
{
    (void)family;
    (void)protocol;
    __VERIFIER_atomic_begin();
    int result = model_descriptor_make(
        (struct model_description){.kind = KIND_NETWORK,
                                   .flags = ((unsigned)kind & OPEN_NONBLOCKING) | OPEN_READ_WRITE},
        (unsigned)kind);
    __VERIFIER_atomic_end();
    return result;
}

/* A call that may fail, on a socket: 0, or the error; another one if the socket does not wait. */
static long ask(int descriptor, const char *name, int error, int error_not_waiting)
{
    __VERIFIER_atomic_begin();
    struct model_description *description = model_description_of(descriptor);
    long result = 0;
    if (!description) {
        result = -EBADF;
    } else if (description->kind != KIND_NETWORK) {
        result = description->is_socket ? -EINVAL : -ENOTSOCK;
    } else if (__raddle_input(name, 1)) {
        result = description->flags & OPEN_NONBLOCKING ? -error_not_waiting : -error;
    }
    __VERIFIER_atomic_end();
    return result;
}

int bind(int descriptor, const void *address, unsigned size)
{
    (void)address;
    (void)size;
    return (int)model_result(ask(descriptor, "bind_fails", EADDRINUSE, EADDRINUSE));
}

int listen(int descriptor, int backlog)
{
    (void)backlog;
    return (int)model_result(ask(descriptor, "listen_fails", EADDRINUSE, EADDRINUSE));
}

int connect(int descriptor, const void *address, unsigned size)
{
    (void)address;
    (void)size;
    return (int)model_result(ask(descriptor, "connect_fails", ECONNREFUSED, EINPROGRESS));
}

/* The address of the other side: its bytes are inputs. */
static void tell_address(const char *name, unsigned char *address, unsigned *size)
{
    if (address && size) {
        for (unsigned i = 0; i < *size && i < 16; i++) {
            address[i] = (unsigned char)__raddle_input(name, 8);
        }
        *size = 16;
    }
}

int accept4(int descriptor, void *address, unsigned *size, int flags)
{
    long result = ask(descriptor, "accept_fails", ECONNABORTED, EAGAIN);
    if (result) {
        return (int)model_result(result);
    }
    tell_address("accept", address, size);
    return socket(0, flags, 0);
}

int accept(int descriptor, void *address, unsigned *size)
{
    return accept4(descriptor, address, size, 0);
}

int getpeername(int descriptor, void *address, unsigned *size)
{
    long result = ask(descriptor, "getpeername_fails", ENOTCONN, ENOTCONN);
    if (!result) {
        tell_address("getpeername", address, size);
    }
    return (int)model_result(result);
}

int getsockname(int descriptor, void *address, unsigned *size)
{
    long result = ask(descriptor, "getsockname_fails", EINVAL, EINVAL);
    if (!result) {
        tell_address("getsockname", address, size);
    }
    return (int)model_result(result);
}

/* 0, or the error. What leads out of the process has no word for a call that does not wait on a socket that does. */
static long find_socket(int descriptor, int flags)
{
    if (flags & ~(FLAG_DO_NOT_WAIT | FLAG_NO_SIGNAL)) {
        socket_call_with_an_unmodelled_flag();
    }
    __VERIFIER_atomic_begin();
    struct model_description *description = model_description_of(descriptor);
    _Bool leads_out = description && description->kind == KIND_NETWORK;
    long result = !description ? -EBADF : leads_out || description->is_socket ? 0 : -ENOTSOCK;
    __VERIFIER_atomic_end();
    if (leads_out && (flags & FLAG_DO_NOT_WAIT)) {
        socket_call_with_an_unmodelled_flag();
    }
    return result;
}

int setsockopt(int descriptor, int level, int option, const void *value, unsigned size)
{
    (void)level;
    (void)option;
    (void)value;
    (void)size;
    return (int)model_result(find_socket(descriptor, 0));
}

/* An option is a number that is an input. */
int getsockopt(int descriptor, int level, int option, void *value, unsigned *size)
{
    (void)level;
    (void)option;
    long result = find_socket(descriptor, 0);
    if (!result && *size >= sizeof(int)) {
        *(int *)value = (int)__raddle_input("getsockopt", 32);
        *size = sizeof(int);
    }
    return (int)model_result(result);
}

ssize_t send(int descriptor, const void *source, size_t count, int flags)
{
    long error = find_socket(descriptor, flags);
    struct model_description *to = model_description_of(descriptor);
    if (error || !to) {
        return model_result(error ? error : -EBADF);
    }
    if (count > TRANSFER_LIMIT) {
        send_of_more_than_65536_bytes();
    }
    _Alignas(16) unsigned char bytes[count + 1];
    __builtin_memcpy(bytes, source, count);
    enum model_waiting waits = flags & FLAG_DO_NOT_WAIT ? MODEL_AT_ONCE : MODEL_WAITS;
    return model_result(model_write_waiting(descriptor, to, bytes, count, waits));
}

ssize_t recv(int descriptor, void *target, size_t count, int flags)
{
    long error = find_socket(descriptor, flags);
    struct model_description *from = model_description_of(descriptor);
    if (error || !from) {
        return model_result(error ? error : -EBADF);
    }
    size_t length = model_smaller(count, TRANSFER_LIMIT);
    _Alignas(16) unsigned char bytes[length + 1];
    enum model_waiting waits = flags & FLAG_DO_NOT_WAIT ? MODEL_AT_ONCE : MODEL_WAITS;
    long result = model_read_waiting(descriptor, from, bytes, length, waits);
    if (result > 0) {
        __builtin_memcpy(target, bytes, (size_t)result);
    }
    return model_result(result);
}

ssize_t sendto(int descriptor, const void *source, size_t count, int flags, const void *address, unsigned size)
{
    (void)address;
    (void)size;
    return send(descriptor, source, count, flags);
}

ssize_t recvfrom(int descriptor, void *target, size_t count, int flags, void *address, unsigned *size)
{
    ssize_t result = recv(descriptor, target, count, flags);
    if (result >= 0) {
        tell_address("recvfrom", address, size);
    }
    return result;
}

/* Inside a section. */
static long shut(struct model_description *description, int how)
{
    if (description->kind != KIND_CHANNEL || !description->is_socket) {
        return description->kind == KIND_NETWORK ? 0 : -ENOTSOCK;
    }
    if (how != SHUT_WRITING) {
        description->in->reader_open = 0;
        description->in->writer_open = 0;
    }
    if (how != SHUT_READING) {
        description->out->writer_open = 0;
    }
    return 0;
}

int shutdown(int descriptor, int how)
{
    if (how < SHUT_READING || how > SHUT_BOTH) {
        return (int)model_result(-EINVAL);
    }
    __VERIFIER_atomic_begin();
    struct model_description *description = model_description_of(descriptor);
    long result = description ? shut(description, how) : -EBADF;
    __VERIFIER_atomic_end();
    return (int)model_result(result);
}

/* Names and addresses. */

struct addrinfo {
    int flags, family, kind, protocol;
    unsigned length;
    void *address;
    char *name;
    struct addrinfo *next;
};

enum { FAMILY_INTERNET = 2, ADDRESS_SIZE = 16, NO_NAME = -2, ENOSPC = 28 };

/* No address, or one whose port and number are inputs. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result)
{
    (void)node;
    (void)service;
    if (__raddle_input("getaddrinfo_fails", 1)) {
        return NO_NAME;
    }
    struct addrinfo *found = calloc(1, sizeof *found);
    unsigned char *address = calloc(1, ADDRESS_SIZE);
    *found = (struct addrinfo){.family = FAMILY_INTERNET,
                               .kind = hints && hints->kind ? hints->kind : 1,
                               .protocol = hints ? hints->protocol : 0,
                               .length = ADDRESS_SIZE,
                               .address = address};
    address[0] = FAMILY_INTERNET;
    for (int i = 2; i < 8; i++) {
        address[i] = (unsigned char)__raddle_input("getaddrinfo", 8);
    }
    *result = found;
    return 0;
}

void freeaddrinfo(struct addrinfo *result)
{
    free(result->address);
    free(result);
}

const char *gai_strerror(int error)
{
    return error == NO_NAME ? "Name or service not known" : error ? "Unknown error" : "Success";
}

unsigned short htons(unsigned short number)
{
    return (unsigned short)(number << 8 | number >> 8);
}

unsigned short ntohs(unsigned short number)
{
    return htons(number);
}

unsigned htonl(unsigned number)
{
    return __builtin_bswap32(number);
}

unsigned ntohl(unsigned number)
{
    return __builtin_bswap32(number);
}

/* Undefined on purpose. */
void inet_pton_of_an_unmodelled_family(void);

static const char *read_part(const char *text, unsigned *part)
{
    int digits = 0;
    *part = 0;
    while ((unsigned)*text - '0' < 10 && digits < 4) {
        *part = *part * 10 + (unsigned)(*text++ - '0');
        digits++;
    }
    return digits == 0 || *part > 255 || (digits > 1 && text[-digits] == '0') ? NULL : text;
}

static char *write_part(char *target, unsigned part)
{
    if (part >= 100) {
        *target++ = (char)('0' + part / 100);
    }
    if (part >= 10) {
        *target++ = (char)('0' + part / 10 % 10);
    }
    *target++ = (char)('0' + part % 10);
    return target;
}

/* An address has its first byte first in memory. */
static void write_address(char *target, const unsigned char *bytes)
{
    for (int i = 0; i < 4; i++) {
        target = write_part(target, bytes[i]);
        *target++ = i < 3 ? '.' : '\0';
    }
}

const char *inet_ntop(int family, const void *restrict address, char *restrict target, unsigned size)
{
    if (family != FAMILY_INTERNET) {
        inet_pton_of_an_unmodelled_family();
    }
    char text[16];
    write_address(text, address);
    if (strlen(text) >= size) {
        errno = ENOSPC;
        return NULL;
    }
    return memcpy(target, text, strlen(text) + 1);
}

struct internet_address {
    unsigned char bytes[4] __attribute__((aligned(4)));
};

char *inet_ntoa(struct internet_address address)
{
    static _Thread_local char text[16];
    write_address(text, address.bytes);
    return text;
}

int inet_pton(int family, const char *text, void *target)
{
    if (family != FAMILY_INTERNET) {
        inet_pton_of_an_unmodelled_family();
    }
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++) {
        unsigned part;
        text = read_part(text, &part);
        if (!text || *text++ != (i < 3 ? '.' : '\0')) {
            return 0;
        }
        bytes[i] = (unsigned char)part;
    }
    __builtin_memcpy(target, bytes, sizeof bytes);
    return 1;
}

/* Undefined on purpose: fewer than four numbers, octal and hexadecimal ones. */
void internet_address_that_is_not_of_four_decimal_numbers(void);

int inet_aton(const char *text, void *target)
{
    unsigned char bytes[4];
    if (!inet_pton(FAMILY_INTERNET, text, bytes)) {
        internet_address_that_is_not_of_four_decimal_numbers();
    }
    if (target) {
        __builtin_memcpy(target, bytes, sizeof bytes);
    }
    return 1;
}

unsigned inet_addr(const char *text)
{
    unsigned address;
    return inet_aton(text, &address) ? address : (unsigned)-1;
}
