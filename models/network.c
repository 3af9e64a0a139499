/*
 * Sockets that lead out of the process. Whoever is there does what he likes: whether a call succeeds, how much arrives and
 * what are inputs that bear the name of the function. Nothing waits for ever, since somebody may always answer.
 */
#include "descriptor.h"

long model_network_read(struct model_description *from, unsigned char *target, size_t count)
{
    (void)from;
    size_t length = model_smaller(count, (size_t)__raddle_input("recv", 3));
    for (size_t i = 0; i < length; i++) {
        target[i] = (unsigned char)__raddle_input("recv", 8);
    }
    return (long)length;
}

long model_network_write(struct model_description *to, size_t count)
{
    (void)to;
    return __raddle_input("send", 1) ? -EPIPE : (long)count;
}

unsigned model_network_readiness(void)
{
    return (__raddle_input("poll", 1) ? POLL_IN : 0) | POLL_OUT;
}
