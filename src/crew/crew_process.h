// What processes that work for another have in common.
#ifndef RADDLE_CREW_CREW_PROCESS_H
#define RADDLE_CREW_CREW_PROCESS_H

#include <sys/types.h>

// Right after the fork, in the new process. The first process alone decides about signals: a key pressed at the terminal
// reaches all processes of the group. If the parent dies, so does the process (Linux); and it has no standard output,
// whatever happens.
void crew_process_begin(pid_t parent);
void crew_process_ignore_signals(void);

#endif
