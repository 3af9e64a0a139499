// Checks and lists of functions, each done by another raddle.
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/memory.h"
#include "report/uri.h"
#include "service/lsp_server.h"
#include "service/project_of.h"
#include "service/rpc.h"

// In an editor nobody waits for longer; --timeout and raddle.toml say otherwise.
#define USUAL_TIMEOUT "--timeout=60"

enum { SEVERITY_ERROR = 1, SEVERITY_INFORMATION = 3, MESSAGE_ERROR = 1, MESSAGE_INFORMATION = 3 };

// Takes the parameters over.
static void notify(LspServer *server, const char *method, json_t *parameters)
{
    rpc_append(&server->output, rpc_notification(method, parameters));
}

static void free_task(LspTask *task)
{
    free(task->uri);
    free(task->function);
    json_decref(task->request);
    *task = (LspTask){0};
}

// ---- progress

static json_t *progress_token(uint64_t run)
{
    Text text = {0};
    text_format(&text, "raddle-%llu", (unsigned long long)run);
    json_t *token = json_string(text_string(&text));
    text_free(&text);
    return token;
}

// `kind` is begin, report or end.
static void tell_progress(LspServer *server, const LspSlot *slot, const char *kind, const char *message)
{
    if (!server->shows_progress || slot->task.kind != LSP_CHECK)
        return;
    json_t *value = json_object(), *parameters = json_object();
    json_object_set_new(value, "kind", json_string(kind));
    if (!strcmp(kind, "begin")) {
        json_object_set_new(value, "title", json_string("raddle"));
        json_object_set_new(value, "cancellable", json_false());
    }
    if (message)
        json_object_set_new(value, "message", json_text_string(message));
    json_object_set_new(parameters, "token", progress_token(slot->run));
    json_object_set_new(parameters, "value", value);
    notify(server, "$/progress", parameters);
}

// The client need not answer before it hears more.
static void begin_progress(LspServer *server, const LspSlot *slot)
{
    if (!server->shows_progress || slot->task.kind != LSP_CHECK)
        return;
    json_t *parameters = json_object(), *token = progress_token(slot->run);
    json_object_set(parameters, "token", token);
    json_t *request = rpc_notification("window/workDoneProgress/create", parameters);
    json_object_set_new(request, "id", token);
    rpc_append(&server->output, request);
    tell_progress(server, slot, "begin", slot->task.function);
}

// A line of --progress=json.
static void pass_progress_on(LspServer *server, const LspSlot *slot, const char *line, size_t length)
{
    json_t *progress = json_loadb(line, length, 0, NULL);
    const char *engine = json_string_value(json_object_get(progress, "engine"));
    Text message = {0};
    if (engine) {
        text_format(&message, "%s, %.0f s", engine, json_number_value(json_object_get(progress, "seconds")));
        tell_progress(server, slot, "report", text_string(&message));
    }
    text_free(&message);
    json_decref(progress);
}

static void look_at_lines(LspServer *server, LspSlot *slot)
{
    const char *said = text_string(&slot->worker.said);
    for (const char *end; (end = strchr(said + slot->told, '\n')); slot->told = (size_t)(end - said) + 1)
        if (said[slot->told] == '{')
            pass_progress_on(server, slot, said + slot->told, (size_t)(end - said) - slot->told);
}

// ---- diagnostics

static LspDocument *find_document(LspServer *server, const char *uri)
{
    for (uint32_t i = 0; i < server->documents.count; i++)
        if (!strcmp(server->documents.data[i].uri, uri))
            return &server->documents.data[i];
    vector_push(&server->documents, (LspDocument){.uri = memory_copy_string(uri), .lit = json_object()});
    return &vector_last(&server->documents);
}

// `list` is taken over.
static void publish(LspServer *server, const char *uri, json_t *list)
{
    json_t *parameters = json_object();
    json_object_set_new(parameters, "uri", json_string(uri));
    json_object_set_new(parameters, "diagnostics", list);
    notify(server, "textDocument/publishDiagnostics", parameters);
}

// What a check of a document has found, by URI. Where an earlier one had found something and this has not, that goes.
static void publish_all(LspServer *server, const char *uri, json_t *found)
{
    LspDocument *document = find_document(server, uri);
    json_t *list;
    const char *file;
    json_object_set_new(document->lit, uri, json_true()); // it is told in any case: nothing found is an answer
    json_object_foreach(document->lit, file, list)
    {
        if (!json_object_get(found, file))
            publish(server, file, json_array());
    }
    json_object_clear(document->lit);
    json_object_foreach(found, file, list)
    {
        publish(server, file, json_incref(list));
        json_object_set_new(document->lit, file, json_true());
    }
}

// An empty range.
static json_t *range_at(uint64_t line, uint64_t column)
{
    json_t *place = json_object(), *range = json_object();
    json_object_set_new(place, "line", json_integer((json_int_t)line));
    json_object_set_new(place, "character", json_integer((json_int_t)column));
    json_object_set(range, "start", place);
    json_object_set_new(range, "end", place);
    return range;
}

static json_t *diagnostic_at(uint64_t line, uint64_t column, int severity, const char *message)
{
    json_t *diagnostic = json_object();
    json_object_set_new(diagnostic, "range", range_at(line, column));
    json_object_set_new(diagnostic, "severity", json_integer(severity));
    json_object_set_new(diagnostic, "source", json_string("raddle"));
    json_object_set_new(diagnostic, "message", json_text_string(message));
    return diagnostic;
}

// `diagnostic` is taken over.
static void add_diagnostic(json_t *found, const char *uri, json_t *diagnostic)
{
    json_t *list = json_object_get(found, uri);
    if (!list) {
        list = json_array();
        json_object_set_new(found, uri, list);
    }
    json_array_append_new(list, diagnostic);
}

// "FILE:LINE:COLUMN: error: MESSAGE", as compilers say it.
static bool add_compiler_error(const LspSlot *slot, const char *line, json_t *found)
{
    const char *error = strstr(line, ": error: "), *after = error ? error : strstr(line, ": fatal error: ");
    const char *colon = strchr(line, ':');
    if (!after || !colon || colon >= after)
        return false;
    char *end;
    unsigned long row = strtoul(colon + 1, &end, 10), column = *end == ':' ? strtoul(end + 1, &end, 10) : 0;
    if (!row || end != after)
        return false;
    Text path = {0}, uri = {0};
    text_append_bytes(&path, line, (size_t)(colon - line));
    if (uri_append_path(slot->directory, text_string(&path), &uri)) {
        text_clear(&uri);
        uri_append_directory(slot->directory, &uri);
        uri_append_path(slot->directory, text_string(&path), &uri);
    }
    add_diagnostic(found, text_string(&uri),
                   diagnostic_at(row - 1, column ? column - 1 : 0, SEVERITY_ERROR, strstr(after, "error: ") + 7));
    text_free(&path);
    text_free(&uri);
    return true;
}

// Why there is no verdict: what the compiler says, or, if it says nothing, what raddle does.
static void add_errors(const LspSlot *slot, json_t *found)
{
    static const char own[] = "raddle: error: ";
    Text reason = {0}, line = {0};
    bool told = false;
    for (const char *rest = text_string(&slot->worker.said); *rest; rest += strspn(rest, "\n")) {
        size_t length = strcspn(rest, "\n");
        text_clear(&line);
        text_append_bytes(&line, rest, length);
        rest += length;
        if (!strncmp(text_string(&line), own, sizeof own - 1))
            text_format(&reason, "%s%s", reason.length ? "\n" : "", text_string(&line) + sizeof own - 1);
        else
            told |= add_compiler_error(slot, text_string(&line), found);
    }
    if (!told)
        add_diagnostic(found, slot->task.uri,
                       diagnostic_at(0, 0, SEVERITY_INFORMATION,
                                     reason.length ? text_string(&reason) : "raddle has ended without an answer"));
    text_free(&reason);
    text_free(&line);
}

// ---- the end of a task

static void tell_verdict(LspServer *server, const LspSlot *slot)
{
    Text text = {0};
    const char *name = strrchr(slot->task.uri, '/');
    text_format(&text, "%s", name ? name + 1 : slot->task.uri);
    if (slot->task.function)
        text_format(&text, ", %s", slot->task.function);
    text_append(&text, ": ");
    worker_append_verdict(&slot->worker, &text);
    json_t *parameters = json_object();
    json_object_set_new(parameters, "type", json_integer(MESSAGE_INFORMATION));
    json_object_set_new(parameters, "message", json_text_string(text_string(&text)));
    notify(server, slot->task.by_command ? "window/showMessage" : "window/logMessage", parameters);
    text_free(&text);
}

static void end_check(LspServer *server, LspSlot *slot, const Text *result)
{
    json_t *files = json_loadb(text_string(result), result->length, 0, NULL), *file, *found = json_object();
    size_t index;
    json_array_foreach(files, index, file)
        json_object_set(found, json_string_value(json_object_get(file, "uri")), json_object_get(file, "diagnostics"));
    if (!files)
        add_errors(slot, found);
    publish_all(server, slot->task.uri, found);
    tell_progress(server, slot, "end", NULL);
    tell_verdict(server, slot);
    json_decref(found);
    json_decref(files);
}

static json_t *code_lens(const char *uri, json_t *function)
{
    json_int_t line = json_integer_value(json_object_get(function, "line"));
    json_t *command = json_object(), *arguments = json_array(), *lens = json_object();
    json_array_append_new(arguments, json_string(uri));
    json_array_append(arguments, json_object_get(function, "name"));
    json_object_set_new(command, "title", json_string("check with arbitrary arguments"));
    json_object_set_new(command, "command", json_string("raddle.checkFunction"));
    json_object_set_new(command, "arguments", arguments);
    json_object_set_new(lens, "range", range_at((uint64_t)line - 1, 0));
    json_object_set_new(lens, "command", command);
    return lens;
}

// Headers have functions, too: only those of the document are shown.
static void end_list(LspServer *server, LspSlot *slot, const Text *result)
{
    json_t *functions = json_loadb(text_string(result), result->length, 0, NULL), *function, *lenses = json_array();
    size_t index;
    Text path = {0};
    uri_append_decoded(slot->task.uri, &path);
    json_array_foreach(functions, index, function)
    {
        const char *file = json_string_value(json_object_get(function, "file"));
        if (file && uri_same_path(slot->directory, file, text_string(&path)))
            json_array_append_new(lenses, code_lens(slot->task.uri, function));
    }
    rpc_append(&server->output, rpc_response(slot->task.request, lenses));
    text_free(&path);
    json_decref(functions);
}

static void free_slot(LspSlot *slot)
{
    free_task(&slot->task);
    free(slot->directory);
    slot->directory = NULL;
}

void lsp_attend(LspServer *server, LspTaskKind kind)
{
    LspSlot *slot = &server->slots[kind];
    bool goes_on = worker_listen(&slot->worker);
    look_at_lines(server, slot);
    if (goes_on)
        return;
    Text result = {0};
    worker_end(&slot->worker, &result);
    if (kind == LSP_CHECK)
        end_check(server, slot, &result);
    else
        end_list(server, slot, &result);
    free_slot(slot);
    text_free(&result);
}

// ---- the beginning

static void append_check(const LspServer *server, const LspTask *task, const FileProject *project, Arena *arena,
                         WordList *words)
{
    size_t index;
    json_t *setting;
    vector_push(words, "check");
    if (!project->is_configured)
        vector_push(words, USUAL_TIMEOUT);
    for (uint32_t i = 0; i < server->words->count; i++)
        vector_push(words, server->words->data[i]);
    json_array_foreach(server->settings, index, setting) if (json_is_string(setting))
        vector_push(words, arena_copy_string(arena, json_string_value(setting)));
    vector_push(words, "--diagnostics=" WORKER_RESULT);
    vector_push(words, "--progress=json");
    vector_push(words, "--quiet");
    if (task->function)
        vector_push(words, arena_format(arena, "--function=%s", task->function));
}

// What can be a program by itself; a header cannot.
static bool is_source(const char *path)
{
    const char *ending = strrchr(path, '.');
    return ending && (!strcmp(ending, ".c") || !strcmp(ending, ".i"));
}

// Whether the program of the settings is what is to be checked with it.
static bool is_of_program(const FileProject *project, const char *path)
{
    return project->is_listed || (project->has_files && !is_source(path));
}

static void append_arguments(const LspServer *server, const LspTask *task, const FileProject *project, const char *path,
                             Arena *arena, WordList *words)
{
    if (task->kind == LSP_CHECK) {
        append_check(server, task, project, arena, words);
    } else {
        vector_push(words, "functions");
        vector_push(words, "--json=" WORKER_RESULT);
    }
    if (project->build)
        vector_push(words, arena_format(arena, "--build=%s", project->build));
    if (task->kind == LSP_LIST || task->function || !is_of_program(project, path))
        vector_push(words, path);
}

static void fail_to_start(LspServer *server, const LspTask *task, const char *why)
{
    json_t *parameters = json_object();
    json_object_set_new(parameters, "type", json_integer(MESSAGE_ERROR));
    json_object_set_new(parameters, "message", json_text_string(why));
    notify(server, "window/showMessage", parameters);
    if (task->request)
        rpc_append(&server->output, rpc_error(task->request, RPC_REQUEST_FAILED, why));
}

static void start_worker(LspServer *server, LspSlot *slot, const WordList *words)
{
    Text error = {0};
    slot->run = ++server->runs;
    slot->told = 0;
    if (worker_start(&slot->worker, &(WorkerOrder){.arguments = words, .directory = slot->directory}, &error)) {
        begin_progress(server, slot);
    } else {
        fail_to_start(server, &slot->task, text_string(&error));
        free_slot(slot);
    }
    text_free(&error);
}

// Takes the task over. A file that is no program, nor part of one that is known, is checked only if somebody insists.
static void start_task(LspServer *server, LspTask task)
{
    LspSlot *slot = &server->slots[task.kind];
    Arena arena = {0};
    WordList words = {0};
    Text path = {0};
    uri_append_decoded(task.uri, &path);
    FileProject project = project_of(text_string(&path), server->root, &arena);
    slot->task = task;
    if (task.kind == LSP_LIST || task.by_command || is_source(text_string(&path)) || project.has_files) {
        append_arguments(server, &task, &project, text_string(&path), &arena, &words);
        slot->directory = memory_copy_string(project.directory);
        start_worker(server, slot, &words);
    } else {
        free_slot(slot);
    }
    vector_free(&words);
    text_free(&path);
    arena_release(&arena);
}

static LspTask take_waiting(LspServer *server, uint32_t index)
{
    LspTask task = server->waiting.data[index];
    server->waiting.count--;
    memmove(&server->waiting.data[index], &server->waiting.data[index + 1],
            (server->waiting.count - index) * sizeof task);
    return task;
}

void lsp_start_tasks(LspServer *server)
{
    for (uint32_t i = 0; i < server->waiting.count;) {
        if (worker_is_busy(&server->slots[server->waiting.data[i].kind].worker))
            i++;
        else
            start_task(server, take_waiting(server, i));
    }
}

void lsp_cancel_checks(LspServer *server, const char *uri)
{
    LspSlot *slot = &server->slots[LSP_CHECK];
    if (worker_is_busy(&slot->worker) && (!uri || !strcmp(slot->task.uri, uri))) {
        worker_stop(&slot->worker, &server->stopped);
        tell_progress(server, slot, "end", "given up");
        free_slot(slot);
    }
    for (uint32_t i = server->waiting.count; i-- > 0;) {
        const LspTask *task = &server->waiting.data[i];
        if (task->kind == LSP_CHECK && (!uri || !strcmp(task->uri, uri))) {
            LspTask dropped = take_waiting(server, i);
            free_task(&dropped);
        }
    }
}

void lsp_add_task(LspServer *server, LspTask task)
{
    if (task.kind == LSP_CHECK)
        lsp_cancel_checks(server, task.uri);
    vector_push(&server->waiting, task);
}

void lsp_clear_document(LspServer *server, const char *uri)
{
    json_t *nothing = json_object();
    publish_all(server, uri, nothing);
    json_decref(nothing);
}

void lsp_free_tasks(LspServer *server)
{
    for (LspTaskKind kind = 0; kind < LSP_TASK_KINDS; kind++) {
        worker_stop(&server->slots[kind].worker, &server->stopped);
        free_slot(&server->slots[kind]);
        text_free(&server->slots[kind].worker.said);
    }
    for (uint32_t i = 0; i < server->waiting.count; i++)
        free_task(&server->waiting.data[i]);
    for (uint32_t i = 0; i < server->documents.count; i++) {
        free(server->documents.data[i].uri);
        json_decref(server->documents.data[i].lit);
    }
    vector_free(&server->waiting);
    vector_free(&server->documents);
    vector_free(&server->stopped);
}
