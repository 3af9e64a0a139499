// Another raddle, started to do one thing and to write what comes of it to a file that only the two know. The program under
// test is never nearer to a server than that: if it takes long, takes memory or breaks something, the server goes on.
#ifndef RADDLE_SERVICE_WORKER_H
#define RADDLE_SERVICE_WORKER_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/text.h"
#include "base/words.h"

// The file, as the worker has to name it in its arguments.
#define WORKER_RESULT "/dev/fd/3"

// A zeroed one does nothing.
typedef struct Worker {
    pid_t process; // 0: there is none
    int errors;    // what it prints is read here
    int result;    // the file
    Text said;     // so far
} Worker;

// A process that was told to end; `errors` stays open, so that it can do so in its own way.
typedef struct Stopped {
    pid_t process;
    int errors;
} Stopped;

typedef VECTOR(Stopped) StoppedList;

typedef struct WorkerOrder {
    const WordList *arguments; // those after the name of the program
    const char *directory;     // where it works
    const Text *input;         // what it reads from standard input; NULL: nothing
    // Beyond these the system ends it, and what it has started; 0: there is none.
    uint64_t memory_mb;   // of addresses
    uint64_t cpu_seconds; // of each process
    uint64_t file_mb;     // of each file that it writes
} WorkerOrder;

// On failure returns false and says why.
bool worker_start(Worker *worker, const WorkerOrder *order, Text *error);
static inline bool worker_is_busy(const Worker *worker)
{
    return worker->process != 0;
}
// Adds what there is to `said`, without waiting for more; false when it has ended.
bool worker_listen(Worker *worker);
// Waits for the end; appends what is in the file and returns the exit status, -1 if it has none. The worker is free again,
// what it said is kept until it starts again.
int worker_end(Worker *worker, Text *result);
// Appends the verdict line among what it said; "no answer" if there is none.
void worker_append_verdict(const Worker *worker, Text *out);
// Has it give up, at once as far as others are concerned: the worker is free again, and its process on the list until
// workers_reap finds it ended.
void worker_stop(Worker *worker, StoppedList *stopped);
void workers_reap(StoppedList *stopped);

#endif
