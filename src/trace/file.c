#include "trace/file.h"

#include <errno.h>
#include <string.h>

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
