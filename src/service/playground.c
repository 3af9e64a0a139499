#include "service/playground.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/json.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/statistics.h"
#include "service/http.h"
#include "service/playground_page.h"
#include "service/questions.h"
#include "service/worker.h"

enum {
    LONGEST_BODY = 256 << 10,
    LONGEST_REPORT = 8 << 20,
    MOST_CONNECTIONS = 300,
    MOST_WAITING = 256,
    PATIENCE = 20,  // seconds for a request to come, and for an answer to be taken
    FAREWELL = 2,   // seconds for the other side to close
    INTERVAL = 500, // milliseconds between looks at what may have taken too long
};

typedef enum ConnectionState {
    CONNECTION_READS,
    CONNECTION_WAITS,   // for a worker
    CONNECTION_CHECKED, // by one
    CONNECTION_WRITES,
    CONNECTION_LEAVES, // all is said; what still comes is read and forgotten, else the other side might not get the answer
} ConnectionState;

typedef struct Connection {
    int socket;
    ConnectionState state;
    double since;  // when it came to this state
    uint64_t turn; // in which it came to wait
    Text in, out;
    size_t written;  // of `out`
    Text source;     // the program
    Arena strings;   // of the next
    WordList chosen; // arguments that the question names
} Connection;

typedef struct Bench {
    Worker worker;
    Connection *connection; // whose program is checked; NULL: nobody waits for the answer any more
    double started;
} Bench;

typedef struct Playground {
    const PlaygroundOptions *options;
    int listener;
    unsigned port;
    VECTOR(Connection *) connections;
    VECTOR(Bench) benches;
    StoppedList stopped;
    uint64_t turns;
    const atomic_bool *interrupt;
} Playground;

// ---- connections

static void enter(Connection *connection, ConnectionState state)
{
    connection->state = state;
    connection->since = clock_now();
}

static void respond(Connection *connection, int status, const char *type, const char *body, size_t length)
{
    http_append_response(&connection->out, status, type, body, length);
    enter(connection, CONNECTION_WRITES);
}

static void respond_text(Connection *connection, int status, const char *text)
{
    respond(connection, status, "text/plain; charset=utf-8", text, strlen(text));
}

static void respond_json(Connection *connection, json_t *value)
{
    Text text = {0};
    json_text_append(&text, value);
    respond(connection, 200, "application/json", text.data, text.length);
    text_free(&text);
}

static void free_connection(Connection *connection)
{
    close(connection->socket);
    text_free(&connection->in);
    text_free(&connection->out);
    text_free(&connection->source);
    vector_free(&connection->chosen);
    arena_release(&connection->strings);
    free(connection);
}

// Whoever goes away has nothing checked any longer.
static void drop(Playground *playground, uint32_t index)
{
    Connection *connection = playground->connections.data[index];
    for (uint32_t i = 0; i < playground->benches.count; i++)
        if (playground->benches.data[i].connection == connection) {
            worker_stop(&playground->benches.data[i].worker, &playground->stopped);
            playground->benches.data[i].connection = NULL;
        }
    free_connection(connection);
    playground->connections.data[index] = vector_last(&playground->connections);
    playground->connections.count--;
}

static void accept_all(Playground *playground)
{
    int socket;
    while (playground->connections.count < MOST_CONNECTIONS &&
           (socket = accept4(playground->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0) {
        Connection *connection = memory_allocate_zeroed(sizeof *connection);
        connection->socket = socket;
        enter(connection, CONNECTION_READS);
        vector_push(&playground->connections, connection);
    }
}

// ---- requests

// A page from elsewhere may have this machine's browser send requests here, under any name that leads to this machine.
static bool is_from_here(const Playground *playground, const HttpRequest *request)
{
    static const char *const names[] = {"127.0.0.1", "localhost"};
    bool host = false, origin = !*request->origin;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char here[32], whole[64];
        snprintf(here, sizeof here, "%s:%u", names[i], playground->port);
        snprintf(whole, sizeof whole, "http://%s", here);
        host |= !strcmp(request->host, here);
        origin |= !strcmp(request->origin, whole);
    }
    return host && origin;
}

static void respond_examples(Connection *connection)
{
    json_t *list = json_array();
    for (const PlaygroundExample *example = playground_examples; example->name; example++) {
        json_t *object = json_object();
        json_object_set_new(object, "name", json_string(example->name));
        json_object_set_new(object, "source", json_text_string(example->source));
        json_array_append_new(list, object);
    }
    respond_json(connection, list);
}

static uint32_t count_waiting(const Playground *playground)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < playground->connections.count; i++)
        count += playground->connections.data[i]->state == CONNECTION_WAITS;
    return count;
}

static void take_question(Playground *playground, Connection *connection, const HttpRequest *request)
{
    Text error = {0};
    if (strncmp(request->type, "application/json", 16)) {
        respond_text(connection, 415, "a question is application/json");
    } else if (!question_read(request->body, request->body_length, &connection->strings, &connection->source,
                              &connection->chosen, &error)) {
        respond_text(connection, 400, text_string(&error));
    } else if (count_waiting(playground) >= MOST_WAITING) {
        respond_text(connection, 503, "too many are waiting");
    } else {
        connection->turn = ++playground->turns;
        enter(connection, CONNECTION_WAITS);
    }
    text_free(&error);
}

static void answer(Playground *playground, Connection *connection, const HttpRequest *request)
{
    bool asks = !strcmp(request->method, "GET"), sends = !strcmp(request->method, "POST");
    if (!is_from_here(playground, request))
        respond_text(connection, 403, "this page is for this machine");
    else if (!strcmp(request->path, "/check") && sends)
        take_question(playground, connection, request);
    else if (!strcmp(request->path, "/examples") && asks)
        respond_examples(connection);
    else if (!strcmp(request->path, "/") && asks)
        respond(connection, 200, "text/html; charset=utf-8", playground_page, strlen(playground_page));
    else if (asks)
        respond_text(connection, 404, "there is no such page");
    else
        respond_text(connection, 405, "no such request");
}

// False when the other side is gone.
static bool read_request(Playground *playground, Connection *connection)
{
    char block[16384];
    ssize_t count = read(connection->socket, block, sizeof block);
    if (count <= 0)
        return count < 0 && (errno == EAGAIN || errno == EINTR);
    if (connection->state != CONNECTION_READS)
        return true; // nothing more is expected, and nothing is kept
    text_append_bytes(&connection->in, block, (size_t)count);
    HttpRequest request;
    int status;
    switch (http_parse(&connection->in, LONGEST_BODY, &request, &status)) {
    case HTTP_WAITS:
        return true;
    case HTTP_WRONG:
        respond_text(connection, status, "this cannot be answered");
        break;
    case HTTP_WHOLE:
        answer(playground, connection, &request);
        break;
    }
    text_free(&connection->in);
    return true;
}

// False when nobody takes it.
static bool write_response(Connection *connection)
{
    const Text *out = &connection->out;
    ssize_t count = write(connection->socket, out->data + connection->written, out->length - connection->written);
    if (count < 0)
        return errno == EAGAIN || errno == EINTR;
    connection->written += (size_t)count;
    if (connection->written == out->length) {
        shutdown(connection->socket, SHUT_WR);
        enter(connection, CONNECTION_LEAVES);
    }
    return true;
}

// ---- checks

static void start_check(Playground *playground, Bench *bench, Connection *connection)
{
    const PlaygroundOptions *options = playground->options;
    WordList words = {0};
    Text error = {0};
    Arena *strings = &connection->strings;
    vector_push(&words, "check");
    for (uint32_t i = 0; i < connection->chosen.count; i++)
        vector_push(&words, connection->chosen.data[i]);
    vector_push(&words, arena_format(strings, "--timeout=%g", options->timeout));
    vector_push(&words, arena_format(strings, "--memory-limit=%llu", (unsigned long long)options->memory_mb));
    vector_push(&words, "--html=" WORKER_RESULT);
    vector_push(&words, "--confined");
    vector_push(&words, "--no-config");
    vector_push(&words, "--color=never");
    vector_push(&words, "-");
    WorkerOrder order = {.arguments = &words,
                         .directory = "/",
                         .input = &connection->source,
                         .memory_mb = 2 * options->memory_mb + 1024, // addresses are more than memory
                         .cpu_seconds = (uint64_t)options->timeout + 5,
                         .file_mb = 64};
    if (worker_start(&bench->worker, &order, &error)) {
        bench->connection = connection;
        bench->started = clock_now();
        enter(connection, CONNECTION_CHECKED);
    } else {
        respond_text(connection, 503, text_string(&error));
    }
    vector_free(&words);
    text_free(&error);
}

static Connection *next_in_turn(const Playground *playground)
{
    Connection *first = NULL;
    for (uint32_t i = 0; i < playground->connections.count; i++) {
        Connection *connection = playground->connections.data[i];
        if (connection->state == CONNECTION_WAITS && (!first || connection->turn < first->turn))
            first = connection;
    }
    return first;
}

// One that was stopped counts until it has ended.
static void start_checks(Playground *playground)
{
    uint32_t ending = playground->stopped.count;
    for (uint32_t i = 0; i < playground->benches.count; i++) {
        Bench *bench = &playground->benches.data[i];
        if (worker_is_busy(&bench->worker))
            continue;
        Connection *connection = ending ? NULL : next_in_turn(playground);
        ending -= ending != 0;
        if (connection)
            start_check(playground, bench, connection);
    }
}

static void end_check(Bench *bench)
{
    Text report = {0}, verdict = {0};
    int status = worker_end(&bench->worker, &report);
    worker_append_verdict(&bench->worker, &verdict);
    json_t *object = json_object();
    json_object_set_new(object, "status", json_integer(status));
    json_object_set_new(object, "verdict", json_text_string(text_string(&verdict)));
    json_object_set_new(object, "text", json_text_string(text_string(&bench->worker.said)));
    json_object_set_new(object, "page", json_text_string(report.length <= LONGEST_REPORT ? text_string(&report) : ""));
    respond_json(bench->connection, object);
    bench->connection = NULL;
    text_free(&report);
    text_free(&verdict);
}

static void attend(Bench *bench)
{
    if (!worker_listen(&bench->worker) && bench->connection)
        end_check(bench);
}

// raddle heeds its limit of time; this is for the day on which it does not.
static void stop_overdue(Playground *playground)
{
    double now = clock_now();
    for (uint32_t i = 0; i < playground->benches.count; i++) {
        Bench *bench = &playground->benches.data[i];
        if (!worker_is_busy(&bench->worker) || now - bench->started < playground->options->timeout + PATIENCE)
            continue;
        worker_stop(&bench->worker, &playground->stopped);
        respond_text(bench->connection, 500, "the check did not end in time");
        bench->connection = NULL;
    }
    for (uint32_t i = playground->connections.count; i-- > 0;) {
        Connection *connection = playground->connections.data[i];
        double passed = now - connection->since;
        bool leaves = connection->state == CONNECTION_LEAVES, writes = connection->state == CONNECTION_WRITES;
        if (connection->state == CONNECTION_READS && passed > PATIENCE)
            respond_text(connection, 408, "the request did not come to its end");
        else if ((writes && passed > PATIENCE) || (leaves && passed > FAREWELL))
            drop(playground, i);
    }
}

// ---- the loop

typedef VECTOR(struct pollfd) PollList;

static void list_events(const Playground *playground, PollList *events)
{
    events->count = 0;
    bool full = playground->connections.count >= MOST_CONNECTIONS;
    vector_push(events, (struct pollfd){.fd = full ? -1 : playground->listener, .events = POLLIN});
    for (uint32_t i = 0; i < playground->benches.count; i++) {
        const Worker *worker = &playground->benches.data[i].worker;
        vector_push(events, (struct pollfd){.fd = worker_is_busy(worker) ? worker->errors : -1, .events = POLLIN});
    }
    for (uint32_t i = 0; i < playground->connections.count; i++) {
        const Connection *connection = playground->connections.data[i];
        short wanted = connection->state == CONNECTION_WRITES ? POLLOUT : POLLIN;
        vector_push(events, (struct pollfd){.fd = connection->socket, .events = wanted});
    }
}

static void handle_events(Playground *playground, const PollList *events)
{
    uint32_t first = 1 + playground->benches.count;
    for (uint32_t i = events->count; i-- > first;) { // from the end, for a connection that goes is replaced by the last
        Connection *connection = playground->connections.data[i - first];
        if (!events->data[i].revents)
            continue;
        bool stays =
            connection->state == CONNECTION_WRITES ? write_response(connection) : read_request(playground, connection);
        if (!stays)
            drop(playground, i - first);
    }
    for (uint32_t i = 0; i < playground->benches.count; i++)
        if (events->data[1 + i].revents && worker_is_busy(&playground->benches.data[i].worker))
            attend(&playground->benches.data[i]);
    if (events->data[0].revents)
        accept_all(playground);
}

static void work(Playground *playground)
{
    PollList events = {0};
    while (!atomic_load(playground->interrupt)) {
        list_events(playground, &events);
        if (poll(events.data, events.count, INTERVAL) > 0)
            handle_events(playground, &events);
        stop_overdue(playground);
        workers_reap(&playground->stopped);
        start_checks(playground);
    }
    vector_free(&events);
}

static bool listen_on_loopback(Playground *playground)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)playground->options->port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int yes = 1;
    playground->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool listens = playground->listener >= 0 &&
                   !setsockopt(playground->listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) &&
                   !bind(playground->listener, (struct sockaddr *)&address, size) &&
                   !listen(playground->listener, MOST_CONNECTIONS) &&
                   !getsockname(playground->listener, (struct sockaddr *)&address, &size);
    if (!listens)
        fprintf(stderr, "raddle: error: port %llu: %s\n", (unsigned long long)playground->options->port,
                strerror(errno));
    playground->port = ntohs(address.sin_port);
    return listens;
}

static void close_all(Playground *playground)
{
    while (playground->connections.count)
        drop(playground, 0);
    for (uint32_t i = 0; i < playground->benches.count; i++)
        text_free(&playground->benches.data[i].worker.said);
    close(playground->listener);
    vector_free(&playground->connections);
    vector_free(&playground->benches);
    vector_free(&playground->stopped);
}

int playground_serve(const PlaygroundOptions *options)
{
    Playground playground = {.options = options, .interrupt = limits_catch_signals()};
    if (!listen_on_loopback(&playground))
        return 2;
    signal(SIGPIPE, SIG_IGN);
    for (uint64_t i = 0; i < options->jobs; i++)
        vector_push(&playground.benches, (Bench){0});
    printf("http://127.0.0.1:%u/\n", playground.port);
    fflush(stdout);
    work(&playground);
    close_all(&playground);
    return 0;
}
