#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/memory.h"

static uint8_t *extend(Bytes *bytes, size_t extra)
{
    size_t needed = bytes->length + extra;
    if (needed > bytes->capacity) {
        bytes->capacity = bytes->capacity * 2 > needed ? bytes->capacity * 2 : needed;
        bytes->data = memory_resize(bytes->data, bytes->capacity);
    }
    uint8_t *start = bytes->data + bytes->length;
    bytes->length = needed;
    return start;
}

static void put_number(Bytes *bytes, uint64_t value, unsigned width)
{
    uint8_t *start = extend(bytes, width);
    for (unsigned i = 0; i < width; i++)
        start[i] = (uint8_t)(value >> 8 * i);
}

void bytes_put_u8(Bytes *bytes, uint8_t value)
{
    put_number(bytes, value, 1);
}

void bytes_put_u32(Bytes *bytes, uint32_t value)
{
    put_number(bytes, value, 4);
}

void bytes_put_u64(Bytes *bytes, uint64_t value)
{
    put_number(bytes, value, 8);
}

void bytes_put_double(Bytes *bytes, double value)
{
    uint64_t pattern;
    memcpy(&pattern, &value, sizeof pattern);
    put_number(bytes, pattern, 8);
}

// With its terminating NUL, so that the reader can hand out a pointer into the buffer.
void bytes_put_string(Bytes *bytes, const char *string)
{
    bytes_put_bytes(bytes, string, strlen(string) + 1);
}

void bytes_put_bytes(Bytes *bytes, const void *data, size_t length)
{
    bytes_put_u64(bytes, length);
    bytes_append(bytes, data, length);
}

void bytes_append(Bytes *bytes, const void *data, size_t length)
{
    if (length)
        memcpy(extend(bytes, length), data, length);
}

void bytes_clear(Bytes *bytes)
{
    bytes->length = 0;
}

void bytes_free(Bytes *bytes)
{
    free(bytes->data);
    *bytes = (Bytes){0};
}

BytesReader bytes_reader(const Bytes *bytes)
{
    return (BytesReader){.data = bytes->data, .length = bytes->length};
}

static const uint8_t *take(BytesReader *reader, uint64_t length)
{
    if (length > reader->length - reader->position)
        INTERNAL_ERROR("a message of %zu bytes has no %llu bytes at %zu", reader->length, (unsigned long long)length,
                       reader->position);
    const uint8_t *start = reader->data + reader->position;
    reader->position += (size_t)length;
    return start;
}

static uint64_t get_number(BytesReader *reader, unsigned width)
{
    const uint8_t *start = take(reader, width);
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)start[i] << 8 * i;
    return value;
}

uint8_t bytes_get_u8(BytesReader *reader)
{
    return (uint8_t)get_number(reader, 1);
}

uint32_t bytes_get_u32(BytesReader *reader)
{
    return (uint32_t)get_number(reader, 4);
}

uint64_t bytes_get_u64(BytesReader *reader)
{
    return get_number(reader, 8);
}

double bytes_get_double(BytesReader *reader)
{
    uint64_t pattern = get_number(reader, 8);
    double value;
    memcpy(&value, &pattern, sizeof value);
    return value;
}

const char *bytes_get_string(BytesReader *reader)
{
    size_t length;
    const char *string = (const char *)bytes_get_bytes(reader, &length);
    if (!length || string[length - 1])
        INTERNAL_ERROR("a string in a message does not end");
    return string;
}

const uint8_t *bytes_get_bytes(BytesReader *reader, size_t *length)
{
    uint64_t count = bytes_get_u64(reader);
    const uint8_t *start = take(reader, count);
    *length = (size_t)count;
    return start;
}

bool bytes_at_end(const BytesReader *reader)
{
    return reader->position == reader->length;
}
