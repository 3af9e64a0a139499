// Processes that are forked in the middle of a search to do a part of it, and report once, when they are done. Each may fork
// others for parts of its own. No more than `jobs` work at a time; who waits for another does not work.
//
// Other than a crew, which is there before the work begins and gets items as messages, a helper begins with all that its
// parent knows.
#ifndef RADDLE_CREW_TEAM_H
#define RADDLE_CREW_TEAM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/bytes.h"
#include "base/limits.h"
#include "base/text.h"

typedef struct Team Team;

typedef struct TeamHelper {
    pid_t process;
    int socket;    // on which its report comes
    uint32_t slot; // in the list of all processes of the team
} TeamHelper;

// NULL if one process is all there may be, or the system has no memory to share. There must be no other thread in the
// process.
Team *team_create(uint32_t jobs, Limits *limits);
// In the process that created it. There must be no helper left.
void team_free(Team *team);

// Whether one more may work. Cheap.
bool team_has_room(const Team *team);

typedef enum TeamSide { TEAM_ALONE, TEAM_PARENT, TEAM_HELPER } TeamSide;
// TEAM_ALONE: there is no room, or the system grants no process. To the parent it gives the helper; in the helper that is
// unused. Signals concern the first process alone, and a helper has no standard output.
TeamSide team_fork(Team *team, TeamHelper *helper);

// The end of a helper.
_Noreturn void team_report(Team *team, const Bytes *report);

typedef enum TeamResult {
    TEAM_DONE,
    TEAM_LIMIT, // a limit was exceeded while waiting: the helper is still there
    TEAM_DIED,  // without a report: `reason` says what is known
} TeamResult;
// Waits for the helper, which is nothing to its parent then.
TeamResult team_wait(Team *team, const TeamHelper *helper, Bytes *report, Text *reason);
// Whether it reports: one need hardly wait for it.
bool team_is_reporting(const TeamHelper *helper);
// Whether it has ended without a report.
bool team_has_died(const TeamHelper *helper);
// Ends a helper and all that it has forked.
void team_drop(Team *team, const TeamHelper *helper);

// All are to report as soon as they can.
void team_stop(Team *team);
bool team_is_stopped(const Team *team);
// There is no helper left, and there may be others from now on.
void team_begin_again(Team *team);

// In the process that created it: the memory of all counts against the limit.
void team_check_memory(Team *team);

#endif
