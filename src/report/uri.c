#include "report/uri.h"

#include <ctype.h>
#include <string.h>

static void append_encoded(const char *path, Text *out)
{
    for (; *path; path++) {
        unsigned char byte = (unsigned char)*path;
        if (byte < 128 && (isalnum(byte) || strchr("-._~/", byte)))
            text_append_character(out, (char)byte);
        else
            text_format(out, "%%%02X", byte);
    }
}

static void drop_last_part(Text *path)
{
    const char *slash = strrchr(text_string(path), '/');
    path->length = slash ? (size_t)(slash - path->data) : 0;
    if (path->data)
        path->data[path->length] = '\0';
}

// Appends "/part" for each part of `path`, to what is empty or a normalised absolute path.
static void append_parts(const char *path, Text *out)
{
    while (*path) {
        size_t length = strcspn(path, "/");
        if (length == 2 && !strncmp(path, "..", 2)) {
            drop_last_part(out);
        } else if (length && !(length == 1 && *path == '.')) {
            text_append_character(out, '/');
            text_append_bytes(out, path, length);
        }
        path += length + (path[length] == '/');
    }
}

void uri_append_directory(const char *directory, Text *out)
{
    Text whole = {0};
    append_parts(directory, &whole);
    text_append(out, "file://");
    append_encoded(text_string(&whole), out);
    text_append_character(out, '/');
    text_free(&whole);
}

bool uri_append_plain_path(const char *directory, const char *path, Text *out)
{
    Text base = {0}, whole = {0};
    append_parts(directory, &base);
    if (*path != '/')
        append_parts(directory, &whole);
    append_parts(path, &whole);
    const char *rest = text_string(&whole);
    bool below = !strncmp(rest, text_string(&base), base.length) && rest[base.length] == '/';
    text_append(out, below ? rest + base.length + 1 : rest);
    text_free(&base);
    text_free(&whole);
    return below;
}

bool uri_append_path(const char *directory, const char *path, Text *out)
{
    Text plain = {0};
    bool below = uri_append_plain_path(directory, path, &plain);
    if (!below)
        text_append(out, "file://");
    append_encoded(text_string(&plain), out);
    text_free(&plain);
    return below;
}

bool uri_same_path(const char *directory, const char *first, const char *second)
{
    Text one = {0}, other = {0};
    uri_append_path(directory, first, &one);
    uri_append_path(directory, second, &other);
    bool same = !strcmp(text_string(&one), text_string(&other));
    text_free(&one);
    text_free(&other);
    return same;
}

static int hexadecimal(char digit)
{
    return isdigit((unsigned char)digit)    ? digit - '0'
           : isxdigit((unsigned char)digit) ? tolower(digit) - 'a' + 10
                                            : -1;
}

bool uri_append_decoded(const char *uri, Text *path)
{
    static const char scheme[] = "file://";
    if (strncmp(uri, scheme, sizeof scheme - 1))
        return false;
    const char *rest = strchr(uri + sizeof scheme - 1, '/'); // after the host, if there is one
    for (; rest && *rest; rest++) {
        int high = *rest == '%' ? hexadecimal(rest[1]) : -1, low = high < 0 ? -1 : hexadecimal(rest[2]);
        char byte = low < 0 ? *rest : (char)(high << 4 | low);
        if (!byte)
            return false;
        text_append_character(path, byte);
        rest += low < 0 ? 0 : 2;
    }
    return rest != NULL;
}
