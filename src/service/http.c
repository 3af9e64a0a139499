#include "service/http.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

// What a browser is told of every answer: nothing from elsewhere, nothing to be kept, in no other page.
#define GUARDS                                                                                             \
    "Cache-Control: no-store\r\n"                                                                          \
    "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; " \
    "img-src data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n"   \
    "Referrer-Policy: no-referrer\r\n"                                                                     \
    "X-Content-Type-Options: nosniff\r\n"

static const struct {
    int status;
    const char *words;
} reasons[] = {
    {200, "OK"},
    {400, "Bad Request"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {408, "Request Timeout"},
    {411, "Length Required"},
    {413, "Content Too Large"},
    {415, "Unsupported Media Type"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {503, "Service Unavailable"},
};

// Ends the line that begins there and returns where the next one does.
static char *end_line(char *line)
{
    char *end = strstr(line, "\r\n");
    *end = '\0';
    return end + 2;
}

// The value of the header that the line is, if it has this name; else NULL.
static const char *value_of(const char *line, const char *name)
{
    size_t length = strlen(name);
    if (strncasecmp(line, name, length) || line[length] != ':')
        return NULL;
    return line + length + 1 + strspn(line + length + 1, " \t");
}

// The body's length as the header says it; SIZE_MAX: it does not say it, or not so that it is understood.
static size_t read_length(const char *header)
{
    for (const char *line = strstr(header, "\r\n"); line && line[2]; line = strstr(line + 2, "\r\n")) {
        const char *value = value_of(line + 2, "Content-Length");
        size_t digits = value ? strspn(value, "0123456789") : 0;
        if (value_of(line + 2, "Transfer-Encoding"))
            return SIZE_MAX;
        if (digits && digits < 12 && !strncmp(value + digits, "\r\n", 2))
            return strtoull(value, NULL, 10);
    }
    return SIZE_MAX;
}

static HttpState refuse(int *status, int why)
{
    *status = why;
    return HTTP_WRONG;
}

static void read_headers(char *line, HttpRequest *request)
{
    const struct {
        const char *name;
        const char **field;
    } known[] = {{"Host", &request->host}, {"Origin", &request->origin}, {"Content-Type", &request->type}};
    while (*line) {
        char *next = end_line(line);
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
            const char *value = value_of(line, known[i].name);
            if (value)
                *known[i].field = value;
        }
        line = next;
    }
}

// METHOD SP PATH SP HTTP/1.x
static bool read_request_line(char *line, HttpRequest *request)
{
    char *path = strchr(line, ' '), *version = path ? strchr(path + 1, ' ') : NULL;
    if (!version || strncmp(version + 1, "HTTP/1.", 7))
        return false;
    *path = *version = '\0';
    request->method = line;
    request->path = path + 1;
    return true;
}

HttpState http_parse(Text *input, size_t longest, HttpRequest *request, int *status)
{
    char *header = input->data, *end = input->length ? strstr(header, "\r\n\r\n") : NULL;
    size_t header_length = end ? (size_t)(end - header) + 4 : input->length;
    if (header_length > HTTP_LONGEST_HEADER)
        return refuse(status, 431);
    if (!end)
        return input->length && memchr(header, 0, input->length) ? refuse(status, 400) : HTTP_WAITS;
    bool has_body = strncmp(header, "GET ", 4) && strncmp(header, "HEAD ", 5);
    size_t length = has_body ? read_length(header) : 0;
    if (length == SIZE_MAX)
        return refuse(status, 411);
    if (length > longest)
        return refuse(status, 413);
    if (input->length < header_length + length)
        return HTTP_WAITS;
    *request =
        (HttpRequest){.host = "", .origin = "", .type = "", .body = header + header_length, .body_length = length};
    end[2] = '\0'; // after the last header
    char *headers = end_line(header);
    if (!read_request_line(header, request))
        return refuse(status, 400);
    read_headers(headers, request);
    return HTTP_WHOLE;
}

void http_append_response(Text *out, int status, const char *type, const char *body, size_t length)
{
    const char *words = "";
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status)
            words = reasons[i].words;
    text_format(out,
                "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nConnection: close\r\n" GUARDS "%s\r\n",
                status, words, type, length, status == 503 ? "Retry-After: 5\r\n" : "");
    text_append_bytes(out, body, length);
}
