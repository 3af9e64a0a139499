// A page on the loopback on which programs are written and checked, for teaching: an editor, examples, options, and the report.
// What is sent is a program of somebody else: it is confined (front/confine.h), only interpreted, by a worker with limits on
// time, memory and size; who comes when all are busy waits in a queue, and nothing is kept.
#ifndef RADDLE_SERVICE_PLAYGROUND_H
#define RADDLE_SERVICE_PLAYGROUND_H

#include <stdint.h>

typedef struct PlaygroundOptions {
    uint64_t port;      // 0: any that is free
    uint64_t jobs;      // programs that are checked at the same time
    double timeout;     // of each
    uint64_t memory_mb; // of each
} PlaygroundOptions;

// Goes on until a signal ends it. Returns the exit status; what is wrong is printed.
int playground_serve(const PlaygroundOptions *options);

#endif
