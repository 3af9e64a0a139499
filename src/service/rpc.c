#include "service/rpc.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/json.h"

enum { LONGEST_HEADER = 4096, LONGEST_MESSAGE = 256 << 20 };

static void drop(Text *input, size_t count)
{
    memmove(input->data, input->data + count, input->length - count + 1);
    input->length -= count;
}

// The length that the header names; 0 if it names none that can be.
static size_t read_length(const char *header, const char *end)
{
    static const char name[] = "Content-Length:";
    for (const char *line = header; line < end; line = strstr(line, "\r\n") + 2)
        if (!strncasecmp(line, name, sizeof name - 1)) {
            unsigned long long length = strtoull(line + sizeof name - 1, NULL, 10);
            return length <= LONGEST_MESSAGE ? (size_t)length : 0;
        }
    return 0;
}

RpcState rpc_take(Text *input, json_t **message)
{
    const char *header = text_string(input), *end = strstr(header, "\r\n\r\n");
    if (!end)
        return input->length > LONGEST_HEADER ? RPC_BROKEN : RPC_WAITS;
    size_t start = (size_t)(end - header) + 4, length = read_length(header, end);
    if (!length)
        return RPC_BROKEN;
    if (input->length < start + length)
        return RPC_WAITS;
    *message = json_loadb(input->data + start, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
    drop(input, start + length);
    return *message ? RPC_MESSAGE : RPC_GARBLED;
}

void rpc_append(Text *output, json_t *message)
{
    Text text = {0};
    json_text_append(&text, message);
    text_format(output, "Content-Length: %zu\r\n\r\n", text.length);
    text_append_bytes(output, text.data, text.length);
    text_free(&text);
}

static json_t *answer_to(json_t *id)
{
    json_t *message = json_object();
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    json_object_set_new(message, "id", id ? json_incref(id) : json_null());
    return message;
}

json_t *rpc_response(json_t *id, json_t *result)
{
    json_t *message = answer_to(id);
    json_object_set_new(message, "result", result);
    return message;
}

json_t *rpc_error(json_t *id, int code, const char *text)
{
    json_t *message = answer_to(id), *error = json_object();
    json_object_set_new(error, "code", json_integer(code));
    json_object_set_new(error, "message", json_text_string(text));
    json_object_set_new(message, "error", error);
    return message;
}

json_t *rpc_notification(const char *method, json_t *parameters)
{
    json_t *message = json_object();
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    json_object_set_new(message, "method", json_string(method));
    json_object_set_new(message, "params", parameters);
    return message;
}
