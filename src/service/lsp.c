#include "service/lsp.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/memory.h"
#include "report/uri.h"
#include "service/lsp_server.h"
#include "service/rpc.h"

enum { INPUT = LSP_TASK_KINDS, POLL_COUNT, REAP_INTERVAL = 1000 };

static const char *string_at(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static const char *document_uri(const json_t *parameters)
{
    return string_at(json_object_get(parameters, "textDocument"), "uri");
}

// ---- what the client says about itself

static void read_settings(LspServer *server, const json_t *settings)
{
    const json_t *open = json_object_get(settings, "checkOnOpen");
    json_t *arguments = json_object_get(settings, "arguments");
    if (json_is_boolean(open))
        server->checks_on_open = json_is_true(open);
    if (json_is_array(arguments)) {
        json_decref(server->settings);
        server->settings = json_incref(arguments);
    }
}

static void read_root(LspServer *server, const json_t *parameters)
{
    const char *uri = string_at(json_array_get(json_object_get(parameters, "workspaceFolders"), 0), "uri");
    Text path = {0};
    if (!uri)
        uri = string_at(parameters, "rootUri");
    if (uri && uri_append_decoded(uri, &path) && path.length > 1) {
        if (path.data[path.length - 1] == '/')
            path.data[--path.length] = '\0';
        server->root = memory_copy_string(text_string(&path));
    }
    text_free(&path);
}

static json_t *capabilities(void)
{
    json_t *sync = json_object(), *commands = json_array(), *execute = json_object(), *lens = json_object();
    json_object_set_new(sync, "openClose", json_true());
    json_object_set_new(sync, "change", json_integer(2)); // what has changed does not matter, only that it has
    json_object_set_new(sync, "save", json_true());
    json_array_append_new(commands, json_string("raddle.check"));
    json_array_append_new(commands, json_string("raddle.checkFunction"));
    json_object_set_new(execute, "commands", commands);
    json_object_set_new(lens, "resolveProvider", json_false());
    json_t *object = json_object();
    json_object_set_new(object, "textDocumentSync", sync);
    json_object_set_new(object, "codeLensProvider", lens);
    json_object_set_new(object, "executeCommandProvider", execute);
    return object;
}

static json_t *initialize(LspServer *server, json_t *parameters)
{
    const json_t *window = json_object_get(json_object_get(parameters, "capabilities"), "window");
    server->shows_progress = json_is_true(json_object_get(window, "workDoneProgress"));
    server->state = LSP_WORKS;
    read_root(server, parameters);
    read_settings(server, json_object_get(parameters, "initializationOptions"));
    json_t *result = json_object(), *information = json_object();
    json_object_set_new(information, "name", json_string("raddle"));
    json_object_set_new(information, "version", json_string(RADDLE_VERSION));
    json_object_set_new(result, "capabilities", capabilities());
    json_object_set_new(result, "serverInfo", information);
    return result;
}

static json_t *shut_down(LspServer *server, json_t *parameters)
{
    (void)parameters;
    lsp_cancel_checks(server, NULL);
    server->state = LSP_SHUT_DOWN;
    return json_null();
}

// ---- requests

static bool add_check(LspServer *server, const char *uri, const char *function, bool by_command)
{
    Text path = {0};
    bool is_file = uri && uri_append_decoded(uri, &path);
    if (is_file)
        lsp_add_task(server, (LspTask){.kind = LSP_CHECK,
                                       .uri = memory_copy_string(uri),
                                       .function = function ? memory_copy_string(function) : NULL,
                                       .by_command = by_command});
    text_free(&path);
    return is_file;
}

// NULL if the arguments are wrong.
static json_t *execute_command(LspServer *server, json_t *parameters)
{
    const char *command = string_at(parameters, "command");
    const json_t *arguments = json_object_get(parameters, "arguments");
    const char *uri = json_string_value(json_array_get(arguments, 0));
    const char *function = json_string_value(json_array_get(arguments, 1));
    bool whole = command && !strcmp(command, "raddle.check");
    bool one = command && !strcmp(command, "raddle.checkFunction") && function;
    bool added = (whole || one) && add_check(server, uri, one ? function : NULL, true);
    return added ? json_null() : NULL;
}

// ---- notifications

static void opened(LspServer *server, json_t *parameters)
{
    if (server->checks_on_open)
        add_check(server, document_uri(parameters), NULL, false);
}

static void saved(LspServer *server, json_t *parameters)
{
    add_check(server, document_uri(parameters), NULL, false);
}

static void changed(LspServer *server, json_t *parameters)
{
    if (document_uri(parameters))
        lsp_cancel_checks(server, document_uri(parameters));
}

static void closed(LspServer *server, json_t *parameters)
{
    const char *uri = document_uri(parameters);
    if (!uri)
        return;
    lsp_cancel_checks(server, uri);
    lsp_clear_document(server, uri);
}

static void configured(LspServer *server, json_t *parameters)
{
    read_settings(server, json_object_get(json_object_get(parameters, "settings"), "raddle"));
}

// ---- messages

static const struct {
    const char *method;
    json_t *(*answer)(LspServer *server, json_t *parameters); // NULL: the parameters are wrong
} requests[] = {
    {"initialize", initialize},
    {"shutdown", shut_down},
    {"workspace/executeCommand", execute_command},
};

static const struct {
    const char *method;
    void (*hear)(LspServer *server, json_t *parameters);
} notifications[] = {
    {"textDocument/didOpen", opened},
    {"textDocument/didSave", saved},
    {"textDocument/didChange", changed},
    {"textDocument/didClose", closed},
    {"workspace/didChangeConfiguration", configured},
};

static void refuse(LspServer *server, json_t *id, int code, const char *why)
{
    rpc_append(&server->output, rpc_error(id, code, why));
}

static void answer_request(LspServer *server, const char *method, json_t *id, json_t *parameters)
{
    if (!strcmp(method, "textDocument/codeLens") && document_uri(parameters)) { // the answer comes when it is there
        lsp_add_task(server, (LspTask){.kind = LSP_LIST,
                                       .uri = memory_copy_string(document_uri(parameters)),
                                       .request = json_incref(id)});
        return;
    }
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (!strcmp(requests[i].method, method)) {
            json_t *result = requests[i].answer(server, parameters);
            if (result)
                rpc_append(&server->output, rpc_response(id, result));
            else
                refuse(server, id, RPC_WRONG_PARAMETERS, "no such command, or not about a file");
            return;
        }
    refuse(server, id, RPC_UNKNOWN_METHOD, method);
}

static void receive(LspServer *server, json_t *message)
{
    const char *method = string_at(message, "method");
    json_t *id = json_object_get(message, "id"), *parameters = json_object_get(message, "params");
    if (!method)
        return; // an answer: nothing was asked that needs one
    if (id && server->state == LSP_NEW && strcmp(method, "initialize")) {
        refuse(server, id, RPC_NOT_INITIALIZED, "the first request has to be initialize");
    } else if (id && server->state == LSP_SHUT_DOWN) {
        refuse(server, id, RPC_WRONG_REQUEST, "the server is shut down");
    } else if (id) {
        answer_request(server, method, id, parameters);
    } else if (!strcmp(method, "exit")) {
        server->is_over = true;
    } else if (server->state == LSP_WORKS) {
        for (size_t i = 0; i < sizeof notifications / sizeof *notifications; i++)
            if (!strcmp(notifications[i].method, method))
                notifications[i].hear(server, parameters);
    }
}

// ---- the loop

static void take_messages(LspServer *server)
{
    RpcState state;
    json_t *message;
    while (!server->is_over && (state = rpc_take(&server->input, &message)) != RPC_WAITS) {
        if (state == RPC_MESSAGE) {
            receive(server, message);
            json_decref(message);
        } else {
            refuse(server, NULL, RPC_NOT_JSON, "not JSON");
            server->is_over = state == RPC_BROKEN;
        }
    }
}

static void read_input(LspServer *server)
{
    char block[16384];
    ssize_t count = read(STDIN_FILENO, block, sizeof block);
    if (count > 0)
        text_append_bytes(&server->input, block, (size_t)count);
    else if (!count || errno != EINTR)
        server->is_over = true;
    take_messages(server);
}

static void write_output(LspServer *server)
{
    size_t done = 0;
    while (done < server->output.length) {
        ssize_t count = write(STDOUT_FILENO, server->output.data + done, server->output.length - done);
        if (count < 0 && errno != EINTR) {
            server->is_over = true; // nobody reads
            break;
        }
        done += count > 0 ? (size_t)count : 0;
    }
    text_clear(&server->output);
}

static void work(LspServer *server)
{
    while (!server->is_over) {
        struct pollfd events[POLL_COUNT];
        for (LspTaskKind kind = 0; kind < LSP_TASK_KINDS; kind++) {
            const Worker *worker = &server->slots[kind].worker;
            events[kind] = (struct pollfd){.fd = worker_is_busy(worker) ? worker->errors : -1, .events = POLLIN};
        }
        events[INPUT] = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
        poll(events, POLL_COUNT, server->stopped.count ? REAP_INTERVAL : -1);
        for (LspTaskKind kind = 0; kind < LSP_TASK_KINDS; kind++)
            if (events[kind].revents)
                lsp_attend(server, kind);
        if (events[INPUT].revents)
            read_input(server);
        lsp_start_tasks(server);
        workers_reap(&server->stopped);
        write_output(server);
    }
}

int lsp_serve(const StringList *words)
{
    LspServer server = {.words = words, .settings = json_array(), .checks_on_open = true};
    signal(SIGPIPE, SIG_IGN);
    work(&server);
    int status = server.state == LSP_SHUT_DOWN ? 0 : 1;
    lsp_free_tasks(&server);
    json_decref(server.settings);
    free(server.root);
    text_free(&server.input);
    text_free(&server.output);
    return status;
}
