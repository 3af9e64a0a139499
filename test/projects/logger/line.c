#include "line.h"

#include <stdio.h>

static const char *const level_names[] = {"debug", "info", "warning", "error"};

/* What vsnprintf says it would have written, as far as there was room for it. */
static size_t written(int result, size_t room)
{
    if (result < 0) {
        return 0;
    }
#if BUG == 1
    (void)room;
    return (size_t)result;
#else
    return (size_t)result < room ? (size_t)result : room - 1;
#endif
}

void line_format(struct line *line, enum log_level level, const char *format, va_list arguments)
{
    size_t length = written(snprintf(line->text, sizeof line->text, "%s: ", level_names[level]), sizeof line->text);
    size_t room = sizeof line->text - length;
    length += written(vsnprintf(line->text + length, room, format, arguments), room);
    line->text[length++] = '\n';
    line->length = length;
}
