/* Two threads log, one of them while the level is raised; then the files are counted. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>

#include "log.h"

enum {
    MOST_BYTES = 64, /* two lines */
    LAST_LINE = sizeof "error: the end\n" - 1
};

static void *work(void *data)
{
    struct log *log = data;
    log_write(log, LOG_ERROR, "the worker has begun at %d", 17);
    log_write(log, LOG_INFO, "worker step %d", 1);
    return NULL;
}

static void make_empty(const char *path)
{
    FILE *file = fopen(path, "w");
    assert(file);
    fclose(file);
}

static size_t size_of(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? (size_t)status.st_size : 0;
}

static unsigned long count_lines(const char *path)
{
    char text[4 * MOST_BYTES];
    unsigned long lines = 0;
    FILE *file = fopen(path, "r");
    assert(file);
    size_t length = fread(text, 1, sizeof text, file);
    for (size_t i = 0; i < length; i++) {
        lines += text[i] == '\n';
    }
    fclose(file);
    return lines;
}

int main(void)
{
    static const char current[] = "app.log", rotated[] = "app.log.1";
    struct log_options options = {.path = current, .most_bytes = MOST_BYTES, .rotations = 1, .level = LOG_INFO};
    make_empty(rotated);
    struct log *log = log_open(&options);
    assert(log);
    pthread_t worker;
    if (pthread_create(&worker, NULL, work, log)) {
        return 1;
    }
    log_write(log, LOG_WARNING, "main has begun %s", "and goes on");
    log_set_level(log, LOG_WARNING);
    int result = log_flush(log);
    assert(result == 0);
    pthread_join(worker, NULL);
    struct log_counts counts = log_get_counts(log);
    assert(counts.accepted + counts.suppressed == 3);

    result = log_flush(log);
    assert(result == 0);
    size_t flushed = size_of(current) + size_of(rotated);
    log_write(log, LOG_ERROR, "%s", "the end");
    log_close(log);
    assert(size_of(current) + size_of(rotated) == flushed + LAST_LINE);
    assert(count_lines(current) + count_lines(rotated) == counts.accepted + 1);
    return 0;
}
