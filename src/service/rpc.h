// Messages of the language server protocol: JSON, each after a header that tells its length.
#ifndef RADDLE_SERVICE_RPC_H
#define RADDLE_SERVICE_RPC_H

#include <jansson.h>
#include <stdbool.h>

#include "base/text.h"

// JSON-RPC's numbers of what is wrong with a message, and the protocol's own.
enum {
    RPC_NOT_JSON = -32700,
    RPC_WRONG_REQUEST = -32600,
    RPC_UNKNOWN_METHOD = -32601,
    RPC_WRONG_PARAMETERS = -32602,
    RPC_NOT_INITIALIZED = -32002,
    RPC_REQUEST_FAILED = -32803,
    RPC_CANCELLED = -32800,
};

typedef enum RpcState {
    RPC_MESSAGE, // there is one
    RPC_WAITS,   // not whole yet
    RPC_GARBLED, // one was whole, but is no JSON
    RPC_BROKEN,  // no header: nothing that follows can be understood
} RpcState;

// Takes the first message off what was read so far. The caller releases it.
RpcState rpc_take(Text *input, json_t **message);
// Appends a message to what is to be written; releases it.
void rpc_append(Text *output, json_t *message);

// Messages, to be appended. `id` is not taken over, `result` and `parameters` are; `id` may be NULL.
json_t *rpc_response(json_t *id, json_t *result);
json_t *rpc_error(json_t *id, int code, const char *message);
json_t *rpc_notification(const char *method, json_t *parameters);

#endif
