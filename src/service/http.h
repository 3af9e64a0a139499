// As much of HTTP/1.1 as a page on the loopback needs: one request per connection, bodies of a known length.
#ifndef RADDLE_SERVICE_HTTP_H
#define RADDLE_SERVICE_HTTP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum { HTTP_LONGEST_HEADER = 16 << 10 };

// The strings are the request's own; "" if there is no such header.
typedef struct HttpRequest {
    const char *method, *path;
    const char *host, *origin, *type; // of the headers Host, Origin and Content-Type
    const char *body;
    size_t body_length;
} HttpRequest;

typedef enum HttpState {
    HTTP_WAITS, // more has to be read
    HTTP_WHOLE,
    HTTP_WRONG, // it will not be answered; `status` says why
} HttpState;

// Looks at what was read so far, which is changed if it is whole. A body longer than `longest` is not waited for.
HttpState http_parse(Text *input, size_t longest, HttpRequest *request, int *status);

// Appends a response, after which the connection is closed. `type` is that of the body.
void http_append_response(Text *out, int status, const char *type, const char *body, size_t length);

#endif
