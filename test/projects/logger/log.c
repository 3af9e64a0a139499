#include "log.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "buffer.h"
#include "sink.h"

struct log {
    struct buffer buffer;
    struct sink sink;
    atomic_int level;
    atomic_ulong suppressed;
    pthread_t writer;
};

static void *write_lines(void *data)
{
    struct log *log = data;
    struct line line;
    while (buffer_take(&log->buffer, &line)) {
        sink_write(&log->sink, &line);
        buffer_done(&log->buffer);
    }
    return NULL;
}

struct log *log_open(const struct log_options *options)
{
    struct log *log = calloc(1, sizeof *log);
    if (!log) {
        return NULL;
    }
    atomic_init(&log->level, (int)options->level);
    if (buffer_init(&log->buffer) || sink_open(&log->sink, options)) {
        free(log);
        return NULL;
    }
    if (pthread_create(&log->writer, NULL, write_lines, log)) {
        sink_close(&log->sink);
        free(log);
        return NULL;
    }
    return log;
}

void log_close(struct log *log)
{
    buffer_close(&log->buffer);
    pthread_join(log->writer, NULL);
    sink_close(&log->sink);
    buffer_destroy(&log->buffer);
    free(log);
}

void log_write(struct log *log, enum log_level level, const char *format, ...)
{
    if ((int)level < atomic_load(&log->level)) {
        atomic_fetch_add(&log->suppressed, 1);
        return;
    }
    struct line line;
    va_list arguments;
    va_start(arguments, format);
    line_format(&line, level, format, arguments);
    va_end(arguments);
    buffer_put(&log->buffer, &line);
}

void log_set_level(struct log *log, enum log_level level)
{
    atomic_store(&log->level, (int)level);
}

int log_flush(struct log *log)
{
    buffer_wait_done(&log->buffer);
    return sink_flush(&log->sink);
}

struct log_counts log_get_counts(struct log *log)
{
    return (struct log_counts){.accepted = buffer_accepted(&log->buffer), .suppressed = atomic_load(&log->suppressed)};
}
