#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *file_name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *read_all(const char *path, Text *text)
{
    struct stat status;
    if (stat(path, &status))
        return strerror(errno);
    if (S_ISDIR(status.st_mode))
        return strerror(EISDIR);
    if (!S_ISREG(status.st_mode))
        return "not a file";
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return strerror(errno);
    char buffer[16384];
    size_t count;
    while ((count = fread(buffer, 1, sizeof buffer, stream)))
        text_append_bytes(text, buffer, count);
    const char *problem = ferror(stream) ? strerror(EIO) : NULL;
    fclose(stream);
    return problem;
}

bool file_read_bytes(const char *path, Text *text, Text *error)
{
    const char *problem = read_all(path, text);
    if (problem)
        text_format(error, "%s: %s", path, problem);
    return !problem;
}

bool file_read_text(const char *path, Text *text, Text *error)
{
    if (!file_read_bytes(path, text, error))
        return false;
    bool zero = text->length && memchr(text->data, 0, text->length);
    if (zero)
        text_format(error, "%s: not a text", path);
    return !zero;
}

// --- Writing

static bool report_failure(const char *name, int reason, Text *error)
{
    text_format(error, "%s: %s", name, strerror(reason ? reason : EIO));
    return false;
}

bool file_write_stream(FILE *stream, const char *name, const Text *text, Text *error)
{
    errno = 0;
    bool written = fwrite(text_string(text), 1, text->length, stream) == text->length;
    if (!written || fflush(stream) || ferror(stream))
        return report_failure(name, errno, error);
    return true;
}

bool file_write_text(const char *path, const Text *text, Text *error)
{
    FILE *stream = fopen(path, "w");
    if (!stream)
        return report_failure(path, errno, error);
    bool written = file_write_stream(stream, path, text, error);
    errno = 0;
    if (fclose(stream) && written)
        return report_failure(path, errno, error);
    return written;
}

bool file_can_be_written(const char *path, Text *error)
{
    struct stat status;
    bool exists = !stat(path, &status);
    if (exists && S_ISDIR(status.st_mode))
        return report_failure(path, EISDIR, error);
    if (exists && !S_ISREG(status.st_mode))
        return !access(path, W_OK) || report_failure(path, errno, error);
    int file = open(path, O_WRONLY | O_CLOEXEC | (exists ? 0 : O_CREAT | O_EXCL), 0666);
    if (file < 0 && !exists && errno == EEXIST) // a link to a file that is yet to be made
        return true;
    if (file < 0)
        return report_failure(path, errno, error);
    close(file);
    if (!exists)
        unlink(path);
    return true;
}
