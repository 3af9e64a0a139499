/*
 * The lines that wait to be written, and the counts by which a flush knows how far the writer has come. A line is
 * accepted, then taken, then done: done <= taken <= accepted <= taken + BUFFER_LINES.
 */
#ifndef BUFFER_H
#define BUFFER_H

#include <pthread.h>
#include <stdbool.h>

#include "line.h"

enum { BUFFER_LINES = 2 };

struct buffer {
    pthread_mutex_t lock;
    pthread_cond_t filled; /* a line was accepted, or the buffer is closed: the writer waits */
    pthread_cond_t space;  /* a line was taken: callers wait */
    pthread_cond_t written; /* a line is done: flushes wait */
    unsigned long accepted;
    unsigned long taken;
    unsigned long done;
    bool closed;
    struct line lines[BUFFER_LINES]; /* line number n is at n % BUFFER_LINES */
};

int buffer_init(struct buffer *buffer);
void buffer_destroy(struct buffer *buffer);

/* Waits for space. */
void buffer_put(struct buffer *buffer, const struct line *line);
/* Waits for a line; false if there is none and the buffer is closed. */
bool buffer_take(struct buffer *buffer, struct line *line);
/* The line that was taken last is in the file. */
void buffer_done(struct buffer *buffer);
/* Waits until all that is accepted is done. */
void buffer_wait_done(struct buffer *buffer);
/* No line comes any more. */
void buffer_close(struct buffer *buffer);
unsigned long buffer_accepted(struct buffer *buffer);

#endif
