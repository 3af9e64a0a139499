// One end of a connection between master and worker: whole messages over a stream socket, without ever waiting. What
// cannot be written at once stays queued until crew_link_flush; so two ends that both have much to say cannot block
// each other.
#ifndef RADDLE_CREW_CREW_LINK_H
#define RADDLE_CREW_CREW_LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"

typedef enum CrewMessage {
    CREW_MESSAGE_ITEM,      // to the worker
    CREW_MESSAGE_BROADCAST, // to the worker: something all should know
    CREW_MESSAGE_RESULT,    // from the worker: of an item
    CREW_MESSAGE_LIMIT,     // from the worker: which LimitReason it met
    CREW_MESSAGE_DIED,      // from a rank: why it gives up
    CREW_MESSAGE_PROGRESS,  // from the process of an engine (engine/contain.h): what it has done so far
} CrewMessage;

typedef struct CrewLink {
    int socket; // -1 once the other end is gone
    Bytes in, out;
    size_t taken; // of `in`
    size_t sent;  // of `out`
} CrewLink;

// Takes over the socket.
void crew_link_open(CrewLink *link, int socket);
void crew_link_close(CrewLink *link);

// What poll should wait for.
short crew_link_events(const CrewLink *link);

void crew_link_send(CrewLink *link, CrewMessage message, const Bytes *body);
void crew_link_flush(CrewLink *link);
// Reads what has arrived. Messages that came before the other end went away can still be taken.
void crew_link_receive(CrewLink *link);
// The next whole message, if there is one.
bool crew_link_take(CrewLink *link, CrewMessage *message, Bytes *body);

#endif
