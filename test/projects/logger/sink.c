#include "sink.h"

#include <string.h>

int sink_open(struct sink *sink, const struct log_options *options)
{
    if (strlen(options->path) >= sizeof sink->path) {
        return -1;
    }
    strcpy(sink->path, options->path);
    sink->most_bytes = options->most_bytes;
    sink->rotations = options->rotations;
    sink->bytes = 0;
    sink->stream = fopen(sink->path, "w");
    if (!sink->stream) {
        return -1;
    }
    if (pthread_mutex_init(&sink->lock, NULL)) {
        fclose(sink->stream);
        return -1;
    }
    return 0;
}

void sink_close(struct sink *sink)
{
    if (sink->stream) {
        fclose(sink->stream);
    }
    pthread_mutex_destroy(&sink->lock);
}

static void path_of_generation(const struct sink *sink, unsigned generation, char *path, size_t size)
{
    if (generation == 0) {
        snprintf(path, size, "%s", sink->path);
    } else {
        snprintf(path, size, "%s.%u", sink->path, generation);
    }
}

/* The last generation is overwritten by the one before it. */
static void rotate(struct sink *sink)
{
    char from[PATH_SIZE + 16];
    char to[PATH_SIZE + 16];
    fclose(sink->stream);
    for (unsigned i = sink->rotations; i > 0; i--) {
        path_of_generation(sink, i - 1, from, sizeof from);
        path_of_generation(sink, i, to, sizeof to);
        rename(from, to); /* there may be none yet */
    }
    sink->stream = fopen(sink->path, "w");
    sink->bytes = 0;
}

int sink_write(struct sink *sink, const struct line *line)
{
    int result = -1;
    pthread_mutex_lock(&sink->lock);
    if (sink->stream && sink->bytes > 0 && sink->bytes + line->length > sink->most_bytes) {
        rotate(sink);
    }
    if (sink->stream) {
        size_t length = fwrite(line->text, 1, line->length, sink->stream);
        sink->bytes += length;
        result = length == line->length ? 0 : -1;
    }
    pthread_mutex_unlock(&sink->lock);
    return result;
}

int sink_flush(struct sink *sink)
{
#if BUG == 6
    return sink->stream ? fflush(sink->stream) : -1;
#else
    pthread_mutex_lock(&sink->lock);
    int result = sink->stream ? fflush(sink->stream) : -1;
    pthread_mutex_unlock(&sink->lock);
    return result;
#endif
}
