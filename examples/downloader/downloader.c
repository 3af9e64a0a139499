// A download manager. A file is fetched in segments, each by a thread of its own; a thread asks the server for one
// chunk after the other, writes it to its place in the file, and adds it to the progress. Requests that fail are made
// again. A further thread stands for the user who presses Ctrl-C at some time: it stops the download and writes a log
// that says how far each segment has come. The next session reads the log and fetches what is missing.
//
// Server and disk are in memory. Which requests fail, and after how many bytes the server ends an answer early, is not
// known, and is taken from rand(). When the interrupt comes is a question of scheduling.
//
//     clang -Wall -Wextra -pthread downloader.c -o downloader && ./downloader
//     raddle --engine=mpc downloader.c
//
// With BUG defined the program has one of the mistakes that programs of this kind are known for:
//
//     -DBUG    (or 1)  the log is written while threads go on with their work: the number of bytes that it says were
//                      fetched is not the sum of what it says about the segments
//     -DBUG=2          chunks are counted before they are in the file, so that the log speaks of bytes that are not there
//     -DBUG=3          a thread that gives up does not say so, and who waits for it waits for ever; needs more faults
//                      than retries, as with -DRETRIES=0
//
// Bound: everything that is said here holds for SEGMENTS segments of CHUNKS chunks of CHUNK bytes, INTERRUPTS sessions
// with an interrupt before the last one, and connections that fail FAULTS times and end SHORTS answers early at the
// most. All loops end by themselves.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SEGMENTS
#define SEGMENTS 2
#endif

#ifndef CHUNKS
#define CHUNKS 2
#endif

#ifndef CHUNK
#define CHUNK 2
#endif

#ifndef INTERRUPTS
#define INTERRUPTS 1
#endif

#ifndef FAULTS
#define FAULTS 1
#endif

#ifndef SHORTS
#define SHORTS 0
#endif

#ifndef RETRIES
#define RETRIES 1
#endif

#ifndef BUG
#define BUG 0
#endif

#define SEGMENT_SIZE (CHUNKS * CHUNK)
#define FILE_SIZE (SEGMENTS * SEGMENT_SIZE)

static void *allocate(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory) {
        perror("downloader");
        exit(EXIT_FAILURE);
    }
    return memory;
}

// ---------------------------------------------------------------------------------------------------------------------
// Addresses: scheme://host[:port]/path
// ---------------------------------------------------------------------------------------------------------------------

#define NAME_MAX_LENGTH 32

typedef struct {
    char scheme[NAME_MAX_LENGTH];
    char host[NAME_MAX_LENGTH];
    char path[NAME_MAX_LENGTH];
    int port;
} Url;

// Copies the characters up to one of `ends`, and returns the place of that; a null pointer if the name is too long.
static const char *url_copy_name(char *name, const char *text, const char *ends)
{
    size_t length = strcspn(text, ends);
    if (length >= NAME_MAX_LENGTH)
        return NULL;
    memcpy(name, text, length);
    name[length] = '\0';
    return text + length;
}

static const char *url_parse_port(int *port, const char *text)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || number < 1 || number > 65535)
        return NULL;
    *port = (int)number;
    return end;
}

static bool url_parse(Url *url, const char *text)
{
    text = url_copy_name(url->scheme, text, ":/");
    if (!text || strncmp(text, "://", 3) != 0)
        return false;
    text = url_copy_name(url->host, text + 3, ":/");
    if (!text || url->host[0] == '\0')
        return false;
    url->port = strcmp(url->scheme, "https") == 0 ? 443 : 80;
    if (*text == ':')
        text = url_parse_port(&url->port, text + 1);
    if (!text || *text != '/')
        return false;
    text = url_copy_name(url->path, text, "?#");
    return text != NULL;
}

// ---------------------------------------------------------------------------------------------------------------------
// The server
// ---------------------------------------------------------------------------------------------------------------------

typedef struct {
    const char *path;
    size_t size;
} Resource;

static const Resource resources[] = {{"/index.html", 0}, {"/pub/archive.tar", FILE_SIZE}};

// What the server has at a place of a resource.
static char resource_byte(const Resource *resource, size_t offset)
{
    return (char)('a' + (resource->size - offset) % 26);
}

static const Resource *server_find(const char *path)
{
    for (size_t i = 0; i < sizeof resources / sizeof resources[0]; i++)
        if (strcmp(resources[i].path, path) == 0)
            return &resources[i];
    return NULL;
}

typedef enum { STATUS_PARTIAL = 206, STATUS_BAD_RANGE = 416, STATUS_UNAVAILABLE = 503 } Status;

typedef struct {
    Status status;
    size_t length;
    char body[CHUNK];
} Answer;

// A connection belongs to one thread.
typedef struct Connection {
    const Resource *resource;
    unsigned requests;
    unsigned faults_left;
    unsigned shorts_left;
    void (*get)(struct Connection *connection, size_t first, size_t length, Answer *answer);
} Connection;

static void connection_serve(Connection *connection, size_t first, size_t length, Answer *answer)
{
    const Resource *resource = connection->resource;
    if (length == 0 || length > CHUNK || first + length > resource->size) {
        *answer = (Answer){.status = STATUS_BAD_RANGE};
        return;
    }
    answer->status = STATUS_PARTIAL;
    answer->length = length;
    for (size_t i = 0; i < length; i++)
        answer->body[i] = resource_byte(resource, first + i);
}

static void connection_get_reliably(Connection *connection, size_t first, size_t length, Answer *answer)
{
    connection->requests++;
    connection_serve(connection, first, length, answer);
}

static void connection_get(Connection *connection, size_t first, size_t length, Answer *answer)
{
    connection->requests++;
    if (connection->faults_left > 0 && (rand() & 1)) {
        connection->faults_left--;
        *answer = (Answer){.status = STATUS_UNAVAILABLE};
        return;
    }
    if (connection->shorts_left > 0 && length > 1 && (rand() & 1)) {
        connection->shorts_left--;
        length /= 2;
    }
    connection_serve(connection, first, length, answer);
}

static void connection_open(Connection *connection, const Resource *resource)
{
    connection->resource = resource;
    connection->requests = 0;
    connection->faults_left = FAULTS;
    connection->shorts_left = SHORTS;
    connection->get = FAULTS + SHORTS > 0 ? connection_get : connection_get_reliably;
}

// ---------------------------------------------------------------------------------------------------------------------
// The disk: the file, and the log of an interrupted session. It outlives sessions.
// ---------------------------------------------------------------------------------------------------------------------

typedef struct {
    bool present;
    size_t total;
    size_t done[SEGMENTS];
} Log;

typedef struct {
    char file[FILE_SIZE];
    Log log;
} Disk;

static void disk_write(Disk *disk, size_t offset, const char *bytes, size_t length)
{
    assert(offset + length <= FILE_SIZE);
    for (size_t i = 0; i < length; i++)
        disk->file[offset + i] = bytes[i];
}

// The beginning of a segment that is said to be done must be what the server has.
static void disk_check_segment(const Disk *disk, const Resource *resource, size_t index, size_t done)
{
    size_t first = index * SEGMENT_SIZE;
    assert(done <= SEGMENT_SIZE);
    for (size_t i = 0; i < done; i++)
        assert(disk->file[first + i] == resource_byte(resource, first + i));
}

// A log must be true of the file beside it: whoever finds the two goes on from there.
static void log_check(const Disk *disk, const Resource *resource)
{
    const Log *log = &disk->log;
    size_t sum = 0;
    for (size_t i = 0; i < SEGMENTS; i++)
        sum += log->done[i];
    assert(log->total == sum);
    for (size_t i = 0; i < SEGMENTS; i++)
        disk_check_segment(disk, resource, i, log->done[i]);
}

// ---------------------------------------------------------------------------------------------------------------------
// A session
// ---------------------------------------------------------------------------------------------------------------------

typedef enum { SEGMENT_WANTED, SEGMENT_STOPPED, SEGMENT_DONE, SEGMENT_GAVE_UP } SegmentState;

struct Session;

typedef struct {
    struct Session *session;
    size_t index;
    size_t done; // bytes, from the beginning of the segment
    SegmentState state;
    bool started;
    pthread_t thread;
} Segment;

typedef struct Session {
    const Resource *resource;
    Disk *disk;
    pthread_mutex_t lock; // for what follows, and `done` and `state` of the segments
    pthread_cond_t idle;  // no thread is active any more
    size_t active;
    size_t total;     // bytes of all segments
    bool stop;        // threads shall end as soon as they can
    bool interrupted; // ... and the log has been written
    Segment segments[SEGMENTS];
} Session;

static Session *session_create(Disk *disk, const Resource *resource)
{
    Session *session = allocate(sizeof *session);
    session->resource = resource;
    session->disk = disk;
    pthread_mutex_init(&session->lock, NULL);
    pthread_cond_init(&session->idle, NULL);
    for (size_t i = 0; i < SEGMENTS; i++) {
        session->segments[i].session = session;
        session->segments[i].index = i;
    }
    return session;
}

static void session_free(Session *session)
{
    assert(session->active == 0);
    pthread_cond_destroy(&session->idle);
    pthread_mutex_destroy(&session->lock);
    free(session);
}

// Goes on where an earlier session was interrupted.
static void session_load_log(Session *session)
{
    Log *log = &session->disk->log;
    log_check(session->disk, session->resource);
    session->total = log->total;
    for (size_t i = 0; i < SEGMENTS; i++) {
        session->segments[i].done = log->done[i];
        if (log->done[i] == SEGMENT_SIZE)
            session->segments[i].state = SEGMENT_DONE;
    }
    log->present = false;
    printf("resumed after %zu of %zu bytes\n", session->total, session->resource->size);
}

static void session_save_log(Session *session)
{
    Log *log = &session->disk->log;
    for (size_t i = 0; i < SEGMENTS; i++)
        log->done[i] = session->segments[i].done;
    log->total = session->total;
    log->present = true;
}

// ---------------------------------------------------------------------------------------------------------------------
// A thread that fetches a segment
// ---------------------------------------------------------------------------------------------------------------------

// Adds to the progress; returns whether to go on.
static bool segment_advance(Segment *segment, size_t length)
{
    Session *session = segment->session;
    pthread_mutex_lock(&session->lock);
    segment->done += length;
    session->total += length;
    bool stop = session->stop;
    pthread_mutex_unlock(&session->lock);
    return !stop;
}

static bool segment_store(Segment *segment, size_t offset, const Answer *answer)
{
    Session *session = segment->session;
#if BUG == 2
    bool go_on = segment_advance(segment, answer->length);
    disk_write(session->disk, offset, answer->body, answer->length);
    return go_on;
#else
    disk_write(session->disk, offset, answer->body, answer->length);
    return segment_advance(segment, answer->length);
#endif
}

// Fetches what is missing of the segment, from `done` on.
static SegmentState segment_fetch(Segment *segment, size_t first, size_t done)
{
    Connection connection;
    connection_open(&connection, segment->session->resource);
    unsigned retries = 0;
    while (done < SEGMENT_SIZE) {
        size_t wanted = SEGMENT_SIZE - done < CHUNK ? SEGMENT_SIZE - done : CHUNK;
        Answer answer;
        connection.get(&connection, first + done, wanted, &answer);
        if (answer.status == STATUS_UNAVAILABLE) {
            if (retries++ == RETRIES)
                return SEGMENT_GAVE_UP;
            continue;
        }
        assert(answer.status == STATUS_PARTIAL);
        bool go_on = segment_store(segment, first + done, &answer);
        done += answer.length;
        if (done < SEGMENT_SIZE && !go_on)
            return SEGMENT_STOPPED;
    }
    return SEGMENT_DONE;
}

static void *segment_run(void *argument)
{
    Segment *segment = argument;
    Session *session = segment->session;
    SegmentState state = segment_fetch(segment, segment->index * SEGMENT_SIZE, segment->done);
#if BUG == 3
    if (state == SEGMENT_GAVE_UP)
        return NULL;
#endif
    pthread_mutex_lock(&session->lock);
    segment->state = state;
    session->active--;
    pthread_cond_signal(&session->idle);
    pthread_mutex_unlock(&session->lock);
    return NULL;
}

// ---------------------------------------------------------------------------------------------------------------------
// The interrupt. It comes too late if all threads have ended.
// ---------------------------------------------------------------------------------------------------------------------

#if BUG == 1
static void *interrupt_run(void *argument)
{
    Session *session = argument;
    pthread_mutex_lock(&session->lock);
    bool late = session->active == 0;
    session->stop = true;
    pthread_mutex_unlock(&session->lock);
    if (!late) {
        session_save_log(session);
        session->interrupted = true;
    }
    return NULL;
}
#elif BUG == 2
static void *interrupt_run(void *argument)
{
    Session *session = argument;
    pthread_mutex_lock(&session->lock);
    session->stop = true;
    if (session->active > 0) {
        session_save_log(session);
        session->interrupted = true;
        log_check(session->disk, session->resource);
    }
    pthread_mutex_unlock(&session->lock);
    return NULL;
}
#else
static void *interrupt_run(void *argument)
{
    Session *session = argument;
    pthread_mutex_lock(&session->lock);
    session->stop = true;
    if (session->active > 0) {
        while (session->active > 0)
            pthread_cond_wait(&session->idle, &session->lock);
        session_save_log(session);
        session->interrupted = true;
        log_check(session->disk, session->resource);
    }
    pthread_mutex_unlock(&session->lock);
    return NULL;
}
#endif

// ---------------------------------------------------------------------------------------------------------------------
// The download
// ---------------------------------------------------------------------------------------------------------------------

static void create_thread(pthread_t *thread, void *(*function)(void *), void *argument)
{
    if (pthread_create(thread, NULL, function, argument) != 0) {
        fprintf(stderr, "downloader: cannot create a thread\n");
        exit(EXIT_FAILURE);
    }
}

static void session_run(Session *session, bool can_be_interrupted)
{
    pthread_t interrupt;
    for (size_t i = 0; i < SEGMENTS; i++) {
        session->segments[i].started = session->segments[i].state == SEGMENT_WANTED;
        if (session->segments[i].started)
            session->active++;
    }
    for (size_t i = 0; i < SEGMENTS; i++)
        if (session->segments[i].started)
            create_thread(&session->segments[i].thread, segment_run, &session->segments[i]);
    if (can_be_interrupted)
        create_thread(&interrupt, interrupt_run, session);
    for (size_t i = 0; i < SEGMENTS; i++)
        if (session->segments[i].started)
            pthread_join(session->segments[i].thread, NULL);
    if (can_be_interrupted)
        pthread_join(interrupt, NULL);
}

// Whether everything was fetched. If not, and there was no interrupt, some thread gave up; there is a log all the same.
static bool session_end(Session *session)
{
    bool complete = true;
    for (size_t i = 0; i < SEGMENTS; i++)
        complete = complete && session->segments[i].state == SEGMENT_DONE;
    if (session->interrupted)
        printf("interrupted\n");
    else if (!complete)
        session_save_log(session);
    if (complete)
        session->disk->log.present = false;
    return complete;
}

// Makes sessions until the file is there, and says whether it is.
static bool download(Disk *disk, const Resource *resource)
{
    bool complete = false;
    for (int i = 0; i <= INTERRUPTS && !complete; i++) {
        Session *session = session_create(disk, resource);
        if (disk->log.present)
            session_load_log(session);
        session_run(session, i < INTERRUPTS);
        complete = session_end(session);
        assert(!complete || session->total == resource->size);
        session_free(session);
    }
    return complete;
}

int main(void)
{
    static Disk disk;
    Url url;
    if (!url_parse(&url, "http://mirror.example:8080/pub/archive.tar?raw")) {
        fprintf(stderr, "downloader: this is no address\n");
        return EXIT_FAILURE;
    }
    const Resource *resource = server_find(url.path);
    if (!resource || resource->size != FILE_SIZE) {
        fprintf(stderr, "downloader: %s:%d does not have %s\n", url.host, url.port, url.path);
        return EXIT_FAILURE;
    }
    if (download(&disk, resource)) {
        for (size_t i = 0; i < SEGMENTS; i++)
            disk_check_segment(&disk, resource, i, SEGMENT_SIZE);
        printf("%s: %.*s\n", url.path, FILE_SIZE, disk.file);
    } else {
        log_check(&disk, resource);
        printf("%s: given up after %zu bytes\n", url.path, disk.log.total);
    }
    return EXIT_SUCCESS;
}
