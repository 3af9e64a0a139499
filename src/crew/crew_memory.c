// The resident sizes are quick to read, but count a page shared by a fork once for each process. Only if their sum is
// too much, the proportional sizes are read, in which the system divides each page among those who share it; that takes
// it a walk over the pages.
#include "crew/crew_memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The beginning of a file below /proc. False if it cannot be read.
static bool read_process_file(pid_t process, const char *name, char *content, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)process, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t length = read(file, content, size - 1);
    close(file);
    if (length < 0)
        return false;
    content[length] = '\0';
    return true;
}

static uint64_t resident_kb(pid_t process)
{
    char content[256];
    if (!read_process_file(process, "statm", content, sizeof content))
        return 0;
    const char *resident = strchr(content, ' ');
    return resident ? strtoull(resident, NULL, 10) * ((uint64_t)sysconf(_SC_PAGESIZE) >> 10) : 0;
}

// The resident size where the system has no proportional one.
static uint64_t proportional_kb(pid_t process)
{
    char content[2048];
    if (!read_process_file(process, "smaps_rollup", content, sizeof content))
        return resident_kb(process);
    const char *line = strstr(content, "\nPss:");
    return line ? strtoull(line + strlen("\nPss:"), NULL, 10) : resident_kb(process);
}

bool crew_memory_exceeds(const pid_t *processes, uint32_t count, uint64_t limit_mb)
{
    uint64_t resident = 0, proportional = 0;
    for (uint32_t i = 0; i < count; i++)
        resident += resident_kb(processes[i]);
    if (resident >> 10 <= limit_mb)
        return false;
    for (uint32_t i = 0; i < count; i++)
        proportional += proportional_kb(processes[i]);
    return proportional >> 10 > limit_mb;
}
