// SHA-256 (FIPS 180-4), for the fingerprints that results carry. Nothing secret depends on it.
#ifndef RADDLE_BASE_SHA256_H
#define RADDLE_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

enum { SHA256_BYTES = 32 };

void sha256_compute(const void *bytes, size_t count, uint8_t digest[SHA256_BYTES]);
// Appends the digest as 64 lower-case digits.
void sha256_append(const void *bytes, size_t count, Text *out);

#endif
