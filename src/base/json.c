#include "base/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bounds.h"
#include "base/fail.h"

static int append_bytes(const char *bytes, size_t count, void *out)
{
    text_append_bytes(out, bytes, count);
    return 0;
}

void json_text_append(Text *out, json_t *value)
{
    CHECK(value && !json_dump_callback(value, append_bytes, out, JSON_ENCODE_ANY | JSON_REAL_PRECISION(9)));
    json_decref(value);
}

void json_text_append_member(Text *out, const char *key, json_t *value)
{
    text_format(out, "\"%s\": ", key);
    json_text_append(out, value);
    text_append(out, ",\n");
}

// The length of the UTF-8 sequence at `text` as jansson accepts it, or 0.
static size_t sequence_length(const char *text)
{
    unsigned char first = (unsigned char)*text;
    size_t length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
    if (!length || strnlen(text, length) < length)
        return 0;
    json_t *accepted = json_stringn(text, length);
    json_decref(accepted);
    return accepted ? length : 0;
}

json_t *json_text_string(const char *string)
{
    json_t *value = json_string(string);
    if (value)
        return value;
    Text repaired = {0};
    while (*string) {
        size_t length = sequence_length(string);
        if (length)
            text_append_bytes(&repaired, string, length);
        else
            text_append(&repaired, "\xef\xbf\xbd");
        string += length ? length : 1;
    }
    value = json_string(text_string(&repaired));
    text_free(&repaired);
    return value;
}

json_t *json_text_bound(uint64_t bound)
{
    return bound == NO_BOUND ? json_null() : json_text_unsigned(bound);
}

json_t *json_text_unsigned(uint64_t value)
{
    if (value <= INT64_MAX)
        return json_integer((json_int_t)value);
    char text[24];
    snprintf(text, sizeof text, "0x%" PRIx64, value);
    return json_string(text);
}
