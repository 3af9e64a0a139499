#include "base/statistics.h"

#include <sys/resource.h>
#include <time.h>

static void add_count(uint64_t *total, uint64_t part)
{
    *total += part;
}

static void add_seconds(double *total, double part)
{
    *total += part;
}

static void add_megabytes(uint64_t *total, uint64_t part)
{
    if (part > *total)
        *total = part;
}

#define ADD_COUNT add_count
#define ADD_SECONDS add_seconds
#define ADD_MEGABYTES add_megabytes

void statistics_add(Statistics *total, const Statistics *part)
{
#define X(kind, name, description) ADD_##kind(&total->name, part->name);
    STATISTICS_TABLE(X)
#undef X
}

void statistics_finish(Statistics *statistics, double started)
{
    struct rusage usage;
    statistics->time_s = clock_now() - started;
    if (!getrusage(RUSAGE_SELF, &usage))
        add_megabytes(&statistics->memory_mb, ((uint64_t)usage.ru_maxrss + 1023) / 1024);
}

double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void statistics_put(const Statistics *statistics, Bytes *out)
{
#define PUT_COUNT(value) bytes_put_u64(out, value)
#define PUT_MEGABYTES(value) bytes_put_u64(out, value)
#define PUT_SECONDS(value) bytes_put_double(out, value)
#define X(kind, name, description) PUT_##kind(statistics->name);
    STATISTICS_TABLE(X)
#undef X
}

void statistics_get(BytesReader *reader, Statistics *out)
{
#define GET_COUNT bytes_get_u64(reader)
#define GET_MEGABYTES bytes_get_u64(reader)
#define GET_SECONDS bytes_get_double(reader)
#define X(kind, name, description) out->name = GET_##kind;
    STATISTICS_TABLE(X)
#undef X
}
