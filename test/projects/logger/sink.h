/* The file that lines are written to, and its older generations. */
#ifndef SINK_H
#define SINK_H

#include <pthread.h>
#include <stdio.h>

#include "line.h"

enum { PATH_SIZE = 64 };

struct sink {
    char path[PATH_SIZE];
    size_t most_bytes;
    unsigned rotations;
    pthread_mutex_t lock; /* of what follows */
    FILE *stream;         /* NULL: the file could not be opened again after a rotation; lines are lost */
    size_t bytes;
};

/* 0, or -1. */
int sink_open(struct sink *sink, const struct log_options *options);
void sink_close(struct sink *sink);
/* Rotates first if the file would get too large. */
int sink_write(struct sink *sink, const struct line *line);
/* What was written is handed to the system. */
int sink_flush(struct sink *sink);

#endif
