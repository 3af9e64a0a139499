/*
 * A stream that the program opened: the head that glibc's headers know, and behind it what the models keep. Everything
 * but `unlocked` is accessed in atomic sections (stream.c).
 */
#ifndef RADDLE_STREAM_H
#define RADDLE_STREAM_H

#include "descriptor.h"

enum { STREAM_END = 1, STREAM_ERROR = 2, NO_DELIMITER = -1 };

struct stream {
    FILE head;
    pthread_t owner;   /* who holds the lock, if `depth` is not 0 */
    unsigned depth;    /* how often */
    unsigned state;    /* STREAM_ bits */
    int pushed;        /* a character that was put back, with a bit above it; 0: none */
    unsigned unlocked; /* accessed without a lock by the functions that take none */
};

extern const FILE model_standard_streams[3];

static inline _Bool model_is_standard(const FILE *stream)
{
    return stream == &model_standard_streams[0] || stream == &model_standard_streams[1] ||
           stream == &model_standard_streams[2];
}

void model_stream_enter(struct stream *stream);
size_t model_stream_read(struct stream *stream, unsigned char *bytes, size_t count, int delimiter);
size_t model_stream_write(FILE *stream, const unsigned char *bytes, size_t count);

/* Of the standard streams and of texts, in input.c and scan.c. */
int getchar(void);
int model_unread(int character, FILE *stream);
char *model_read_line(char *restrict buffer, int size, FILE *restrict stream);
int model_scan_text(const char *text, const char *format, va_list arguments, size_t *used);
int vscanf(const char *restrict format, va_list arguments);
int model_input_ended(FILE *stream);
void model_input_continue(FILE *stream);
ssize_t model_read_delimited(char **restrict line, size_t *restrict capacity, int delimiter, FILE *restrict stream);

#endif
