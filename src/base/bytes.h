// A growing buffer of bytes for messages between processes, and a reader that takes out what was put in, in the same
// order. Numbers are stored in little-endian order, so that machines of different kinds understand each other. A zeroed
// struct is an empty buffer. Both ends are raddle: a message that does not hold what its reader expects is an internal
// error.
#ifndef RADDLE_BASE_BYTES_H
#define RADDLE_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Bytes {
    uint8_t *data;
    size_t length;
    size_t capacity;
} Bytes;

void bytes_put_u8(Bytes *bytes, uint8_t value);
void bytes_put_u32(Bytes *bytes, uint32_t value);
void bytes_put_u64(Bytes *bytes, uint64_t value);
void bytes_put_double(Bytes *bytes, double value);
void bytes_put_string(Bytes *bytes, const char *string);
void bytes_put_bytes(Bytes *bytes, const void *data, size_t length); // with its length in front
void bytes_append(Bytes *bytes, const void *data, size_t length);    // as it is
void bytes_clear(Bytes *bytes);
void bytes_free(Bytes *bytes);

// Reads what stands in the buffer at the time of bytes_reader; the buffer must neither change nor go before the reader
// is done.
typedef struct BytesReader {
    const uint8_t *data;
    size_t length;
    size_t position;
} BytesReader;

BytesReader bytes_reader(const Bytes *bytes);
uint8_t bytes_get_u8(BytesReader *reader);
uint32_t bytes_get_u32(BytesReader *reader);
uint64_t bytes_get_u64(BytesReader *reader);
double bytes_get_double(BytesReader *reader);
// Both point into the buffer.
const char *bytes_get_string(BytesReader *reader);
const uint8_t *bytes_get_bytes(BytesReader *reader, size_t *length);
bool bytes_at_end(const BytesReader *reader);

#endif
