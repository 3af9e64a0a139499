// Where results go: a file, or standard output.
#include <stdio.h>
#include <string.h>

#include "report/report.h"
#include "base/file.h"

bool report_write_file(const char *path, const Text *text, Text *error)
{
    if (!strcmp(path, "-"))
        return file_write_stream(stdout, "standard output", text, error);
    return file_write_text(path, text, error);
}
