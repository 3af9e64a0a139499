// What a build with MPI adds to the crew: connections between rank 0 and the other ranks. Without MPI every process is
// alone.
#ifndef RADDLE_CREW_CREW_MPI_H
#define RADDLE_CREW_CREW_MPI_H

#include <stdbool.h>
#include <stdint.h>

#ifdef RADDLE_MPI

// See crew_start and crew_is_follower.
void crew_mpi_start(void);
bool crew_mpi_is_follower(void);
// On rank 0: how many other ranks there are whose connections were not taken yet.
uint32_t crew_mpi_follower_count(void);
// On rank 0: takes over the connection to the rank 1 + `index`. `host` gets the name of its machine, which lives as
// long as the process.
int crew_mpi_take_follower(uint32_t index, const char **host);
// On another rank: takes over the connection to rank 0, and lets it print again. -1 on rank 0.
int crew_mpi_take_master(void);

#else

static inline void crew_mpi_start(void)
{
}

static inline bool crew_mpi_is_follower(void)
{
    return false;
}

static inline uint32_t crew_mpi_follower_count(void)
{
    return 0;
}

static inline int crew_mpi_take_follower(uint32_t index, const char **host)
{
    (void)index;
    *host = "";
    return -1;
}

static inline int crew_mpi_take_master(void)
{
    return -1;
}

#endif

#endif
