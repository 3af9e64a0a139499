/*
 * An asynchronous logger. Callers format a line and leave it in a bounded buffer; a thread writes the lines to a file,
 * which is rotated when it gets too large: FILE becomes FILE.1, FILE.1 becomes FILE.2, and so on.
 *
 * All functions but log_open and log_close may be called by any thread at any time between these two.
 */
#ifndef LOG_H
#define LOG_H

#include <stddef.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARNING, LOG_ERROR };

struct log_options {
    const char *path;
    size_t most_bytes;  /* in a file */
    unsigned rotations; /* how many old files are kept */
    enum log_level level;
};

struct log_counts {
    unsigned long accepted;   /* lines that were left in the buffer */
    unsigned long suppressed; /* below the level at that time */
};

struct log;

/* NULL if the file cannot be opened or there is no memory. */
struct log *log_open(const struct log_options *options);
/* Writes all that is left and ends the thread. */
void log_close(struct log *log);

/* Waits while the buffer is full. A line that is too long is cut off. */
void log_write(struct log *log, enum log_level level, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* From now on lines below that level are not accepted. */
void log_set_level(struct log *log, enum log_level level);
/* Returns when all lines that were accepted before the call are in the file. */
int log_flush(struct log *log);
struct log_counts log_get_counts(struct log *log);

#endif
