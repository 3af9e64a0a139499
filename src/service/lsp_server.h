// The state of the language server. Private to lsp.c, which understands messages, and lsp_tasks.c, which has the work done.
#ifndef RADDLE_SERVICE_LSP_SERVER_H
#define RADDLE_SERVICE_LSP_SERVER_H

#include <jansson.h>

#include "base/options.h"
#include "service/worker.h"

typedef enum LspTaskKind {
    LSP_CHECK,
    LSP_LIST, // the functions, for the places where checks are offered
    LSP_TASK_KINDS,
} LspTaskKind;

typedef struct LspTask {
    LspTaskKind kind;
    char *uri;
    char *function;  // LSP_CHECK: what is called in place of main; NULL: main is
    bool by_command; // LSP_CHECK: somebody asked for it and wants to know the answer
    json_t *request; // LSP_LIST: the id of the request to answer; NULL otherwise
} LspTask;

// What does the tasks of a kind, one at a time.
typedef struct LspSlot {
    Worker worker;
    LspTask task;    // if it is busy
    uint64_t run;    // its number, by which the client knows its progress
    size_t told;     // so much of what the worker said has been looked at
    char *directory; // in which it works
} LspSlot;

typedef struct LspDocument {
    char *uri;
    json_t *lit; // the URIs at which the last check of it has put diagnostics
} LspDocument;

typedef struct LspServer {
    Text input, output;
    enum { LSP_NEW, LSP_WORKS, LSP_SHUT_DOWN } state;
    bool is_over;
    const StringList *words;
    json_t *settings; // of the client: further options for checks, a list
    bool checks_on_open;
    bool shows_progress;           // the client can
    char *root;                    // the folder that is open; NULL: none
    VECTOR(LspDocument) documents; // that were opened or checked
    VECTOR(LspTask) waiting;
    LspSlot slots[LSP_TASK_KINDS];
    uint64_t runs;
    StoppedList stopped;
} LspServer;

// Takes the task over. What is asked again takes the place of what was asked before.
void lsp_add_task(LspServer *server, LspTask task);
// Gives up the checks of a document, or all if it is NULL.
void lsp_cancel_checks(LspServer *server, const char *uri);
// Begins what waits, if nothing stands in its way.
void lsp_start_tasks(LspServer *server);
// Hears what the worker has to say, and passes on what came of it when it has ended.
void lsp_attend(LspServer *server, LspTaskKind kind);
// Takes the diagnostics away that the checks of a document have brought.
void lsp_clear_document(LspServer *server, const char *uri);
void lsp_free_tasks(LspServer *server);

#endif
