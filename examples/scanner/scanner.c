// A parallel file scanner. The main thread walks a tree of directories and puts every file it has to look at into a
// bounded queue; workers take files out of it, search them for a pattern, and enter what they find into a table, in
// which each file has a linked list of matches. At the end the table is compared with what a plain sequential search
// of the same files finds.
//
// The files are in memory. Some of them are being written to while they are scanned: which version of such a file the
// scanner sees is not known, and is taken from rand().
//
//     clang -Wall -Wextra -pthread scanner.c -o scanner && ./scanner
//     raddle --engine=mpc -DFILES=1 scanner.c
//
// With BUG defined the program has one of the mistakes that programs of this kind are known for:
//
//     -DBUG    (or 1)  a worker that was woken takes for granted that there is a file for it: `if` around the wait
//     -DBUG=2          workers look at `closed` before they take the lock, and can sleep through the last wake-up
//     -DBUG=3          workers add to the statistics without the lock
//     -DBUG=4          the end wakes one worker instead of all
//
// Bound: everything that is said here holds for WORKERS workers, the first FILES files of the tree and a queue of
// CAPACITY files. All loops end by themselves. Proven in seconds for two workers and one file, one worker and two.
#include <assert.h>
#include <ctype.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef WORKERS
#define WORKERS 2
#endif

#ifndef FILES
#define FILES 2
#endif

#ifndef CAPACITY
#define CAPACITY 1
#endif

#ifndef BUG
#define BUG 0
#endif

#define PATTERN_MAX 16

// ---------------------------------------------------------------------------------------------------------------------
// The tree of files
// ---------------------------------------------------------------------------------------------------------------------

typedef struct {
    const char *text;
    size_t length;
} Content;

#define CONTENT(string) {(string), sizeof(string) - 1}

// A file, or a directory if it has entries. A file whose two versions differ is one that somebody writes to.
typedef struct Node {
    const char *name;
    Content before;
    Content after;
    const struct Node *const *entries; // ends with a null pointer
} Node;

#define UNCHANGED(string) .before = CONTENT(string), .after = CONTENT(string)

static const Node readme = {.name = "README", UNCHANGED("how to find a needle")};
static const Node picture = {.name = "hay.png", UNCHANGED("\211PNG needle")};
static const Node journal = {
    .name = "journal.log", .before = CONTENT("hay hay needle"), .after = CONTENT("hay hay needle Needle")};
static const Node notes = {.name = "notes.txt", UNCHANGED("hay, nothing but hay")};
static const Node empty = {.name = "empty.txt", UNCHANGED("")};
static const Node list = {.name = "list.txt", UNCHANGED("needles: NEEDLE, nEEdle")};

static const Node *const old_entries[] = {&picture, &empty, &list, NULL};
static const Node old = {.name = "old", .entries = old_entries};
static const Node *const root_entries[] = {&journal, &readme, &notes, &old, NULL};
static const Node root = {.name = ".", .entries = root_entries};

static bool node_is_directory(const Node *node)
{
    return node->entries != NULL;
}

static bool node_is_constant(const Node *node)
{
    return node->before.text == node->after.text ||
           (node->before.length == node->after.length &&
            memcmp(node->before.text, node->after.text, node->before.length) == 0);
}

// The version of a file that a reader gets who opens it now.
static const Content *node_open(const Node *node)
{
    if (node_is_constant(node))
        return &node->before;
    return rand() & 1 ? &node->after : &node->before;
}

// ---------------------------------------------------------------------------------------------------------------------
// Options
// ---------------------------------------------------------------------------------------------------------------------

typedef struct {
    const char *pattern;
    bool ignore_case;
    const char *const *skipped_suffixes; // names that end so are not looked at
} Options;

static const char *const picture_suffixes[] = {".png", ".jpg", NULL};
static const Options options = {.pattern = "needle", .ignore_case = true, .skipped_suffixes = picture_suffixes};

static bool name_ends_with(const char *name, const char *suffix)
{
    size_t name_length = strlen(name);
    size_t suffix_length = strlen(suffix);
    return name_length >= suffix_length && strcmp(name + name_length - suffix_length, suffix) == 0;
}

static bool options_accept(const Node *node)
{
    for (const char *const *suffix = options.skipped_suffixes; *suffix; suffix++)
        if (name_ends_with(node->name, *suffix))
            return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Searching: Horspool's algorithm. A matcher belongs to one thread.
// ---------------------------------------------------------------------------------------------------------------------

typedef char (*Fold)(char character);

typedef struct {
    char pattern[PATTERN_MAX]; // folded
    size_t length;
    Fold fold;
    size_t shift['z' - 'A' + 1]; // by the last character of the window, folded; others shift by the whole length
} Matcher;

static char fold_nothing(char character)
{
    return character;
}

static char fold_case(char character)
{
    return (char)tolower((unsigned char)character);
}

static void matcher_prepare(Matcher *matcher)
{
    matcher->length = strlen(options.pattern);
    assert(matcher->length > 0 && matcher->length < PATTERN_MAX);
    matcher->fold = options.ignore_case ? fold_case : fold_nothing;
    for (size_t i = 0; i < matcher->length; i++)
        matcher->pattern[i] = matcher->fold(options.pattern[i]);
    matcher->pattern[matcher->length] = '\0';
    for (size_t i = 0; i < sizeof matcher->shift / sizeof matcher->shift[0]; i++)
        matcher->shift[i] = matcher->length;
    for (size_t i = 0; i + 1 < matcher->length; i++) {
        char character = matcher->pattern[i];
        if (character >= 'A' && character <= 'z')
            matcher->shift[character - 'A'] = matcher->length - 1 - i;
    }
}

static size_t matcher_shift(const Matcher *matcher, char last)
{
    last = matcher->fold(last);
    return last >= 'A' && last <= 'z' ? matcher->shift[last - 'A'] : matcher->length;
}

static bool matcher_matches_at(const Matcher *matcher, const char *text)
{
    for (size_t i = matcher->length; i > 0; i--)
        if (matcher->fold(text[i - 1]) != matcher->pattern[i - 1])
            return false;
    return true;
}

// The offset of the first match at `from` or later, or the length of the content.
static size_t matcher_find(const Matcher *matcher, const Content *content, size_t from)
{
    while (from + matcher->length <= content->length) {
        if (matcher_matches_at(matcher, content->text + from))
            return from;
        from += matcher_shift(matcher, content->text[from + matcher->length - 1]);
    }
    return content->length;
}

// ---------------------------------------------------------------------------------------------------------------------
// The table of results, one row for each file. A row belongs to the worker that scans the file until that has ended.
// ---------------------------------------------------------------------------------------------------------------------

typedef struct Match {
    size_t offset;
    struct Match *next;
} Match;

typedef struct {
    const Node *node;
    const Content *content;
    Match *matches; // the last one first
    size_t match_count;
    bool scanned;
} Row;

typedef struct {
    Row rows[FILES];
    size_t row_count;
} Table;

static Row *table_add(Table *table, const Node *node, const Content *content)
{
    assert(table->row_count < FILES);
    Row *row = &table->rows[table->row_count++];
    *row = (Row){.node = node, .content = content};
    return row;
}

static void row_add_match(Row *row, size_t offset)
{
    Match *match = malloc(sizeof *match);
    if (!match) {
        perror("scanner");
        exit(EXIT_FAILURE);
    }
    match->offset = offset;
    match->next = row->matches;
    row->matches = match;
    row->match_count++;
}

static void table_free(Table *table)
{
    for (size_t i = 0; i < table->row_count; i++) {
        Match *match = table->rows[i].matches;
        while (match) {
            Match *next = match->next;
            free(match);
            match = next;
        }
        table->rows[i].matches = NULL;
    }
    table->row_count = 0;
}

// ---------------------------------------------------------------------------------------------------------------------
// The queue between the walk and the workers
// ---------------------------------------------------------------------------------------------------------------------

typedef struct Job {
    Row *row;
    const Content *content;
    struct Job *next;
} Job;

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t not_empty;
    pthread_cond_t not_full;
    Job *first;
    Job *last;
    size_t count;
    bool closed; // nothing will be put in any more
} Queue;

static void queue_init(Queue *queue)
{
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->not_empty, NULL);
    pthread_cond_init(&queue->not_full, NULL);
    queue->first = NULL;
    queue->last = NULL;
    queue->count = 0;
    queue->closed = false;
}

static void queue_destroy(Queue *queue)
{
    assert(queue->count == 0 && queue->first == NULL);
    pthread_cond_destroy(&queue->not_full);
    pthread_cond_destroy(&queue->not_empty);
    pthread_mutex_destroy(&queue->lock);
}

// Waits while the queue is full.
static void queue_put(Queue *queue, Job *job)
{
    job->next = NULL;
    pthread_mutex_lock(&queue->lock);
    while (queue->count == CAPACITY)
        pthread_cond_wait(&queue->not_full, &queue->lock);
    if (queue->count == 0)
        queue->first = job;
    else
        queue->last->next = job;
    queue->last = job;
    queue->count++;
    pthread_cond_signal(&queue->not_empty);
    pthread_mutex_unlock(&queue->lock);
}

// With the lock held, and something in the queue.
static Job *queue_remove_first(Queue *queue)
{
    assert(queue->count > 0);
    Job *job = queue->first;
    queue->first = job->next;
    queue->count--;
    pthread_cond_signal(&queue->not_full);
    return job;
}

// Waits while the queue is empty; a null pointer if it is and stays so.
#if BUG == 1
static Job *queue_take(Queue *queue)
{
    Job *job = NULL;
    pthread_mutex_lock(&queue->lock);
    if (queue->count == 0 && !queue->closed)
        pthread_cond_wait(&queue->not_empty, &queue->lock);
    if (!queue->closed || queue->count > 0)
        job = queue_remove_first(queue);
    pthread_mutex_unlock(&queue->lock);
    return job;
}
#elif BUG == 2
static Job *queue_take(Queue *queue)
{
    Job *job = NULL;
    bool closed = queue->closed;
    pthread_mutex_lock(&queue->lock);
    while (queue->count == 0 && !closed) {
        pthread_cond_wait(&queue->not_empty, &queue->lock);
        closed = queue->closed;
    }
    if (queue->count > 0)
        job = queue_remove_first(queue);
    pthread_mutex_unlock(&queue->lock);
    return job;
}
#else
static Job *queue_take(Queue *queue)
{
    Job *job = NULL;
    pthread_mutex_lock(&queue->lock);
    while (queue->count == 0 && !queue->closed)
        pthread_cond_wait(&queue->not_empty, &queue->lock);
    if (queue->count > 0)
        job = queue_remove_first(queue);
    pthread_mutex_unlock(&queue->lock);
    return job;
}
#endif

static void queue_close(Queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->closed = true;
#if BUG == 4
    pthread_cond_signal(&queue->not_empty);
#else
    pthread_cond_broadcast(&queue->not_empty);
#endif
    pthread_mutex_unlock(&queue->lock);
}

// ---------------------------------------------------------------------------------------------------------------------
// Statistics of all workers
// ---------------------------------------------------------------------------------------------------------------------

typedef struct {
    pthread_mutex_t lock;
    size_t files;
    size_t bytes;
    size_t matches;
} Statistics;

static void statistics_init(Statistics *statistics)
{
    pthread_mutex_init(&statistics->lock, NULL);
    statistics->files = 0;
    statistics->bytes = 0;
    statistics->matches = 0;
}

static void statistics_destroy(Statistics *statistics)
{
    pthread_mutex_destroy(&statistics->lock);
}

static void statistics_add_file(Statistics *statistics, size_t bytes, size_t matches)
{
#if BUG != 3
    pthread_mutex_lock(&statistics->lock);
#endif
    statistics->files++;
    statistics->bytes += bytes;
    statistics->matches += matches;
#if BUG != 3
    pthread_mutex_unlock(&statistics->lock);
#endif
}

// ---------------------------------------------------------------------------------------------------------------------
// The scan
// ---------------------------------------------------------------------------------------------------------------------

typedef struct {
    Queue queue;
    Table table;
    Statistics statistics;
    pthread_t workers[WORKERS];
} Scan;

static void scan_file(Scan *scan, const Matcher *matcher, Row *row, const Content *content)
{
    size_t matches = 0;
    size_t offset = matcher_find(matcher, content, 0);
    while (offset < content->length) {
        row_add_match(row, offset);
        matches++;
        offset = matcher_find(matcher, content, offset + matcher->length);
    }
    assert(!row->scanned);
    row->scanned = true;
    statistics_add_file(&scan->statistics, content->length, matches);
}

static void *scan_work(void *argument)
{
    Scan *scan = argument;
    Matcher matcher;
    matcher_prepare(&matcher);
    for (Job *job = queue_take(&scan->queue); job; job = queue_take(&scan->queue)) {
        scan_file(scan, &matcher, job->row, job->content);
        free(job);
    }
    return NULL;
}

static void scan_put_file(Scan *scan, const Node *node)
{
    const Content *content = node_open(node);
    Job *job = malloc(sizeof *job);
    if (!job) {
        perror("scanner");
        exit(EXIT_FAILURE);
    }
    job->row = table_add(&scan->table, node, content);
    job->content = content;
    queue_put(&scan->queue, job);
}

// Puts the files below a directory into the queue, as many as there is room for in the table.
static void scan_walk(Scan *scan, const Node *directory)
{
    for (const Node *const *entry = directory->entries; *entry; entry++) {
        if (node_is_directory(*entry))
            scan_walk(scan, *entry);
        else if (options_accept(*entry) && scan->table.row_count < FILES)
            scan_put_file(scan, *entry);
    }
}

static void scan_run(Scan *scan)
{
    queue_init(&scan->queue);
    statistics_init(&scan->statistics);
    scan->table.row_count = 0;
    for (size_t i = 0; i < WORKERS; i++) {
        if (pthread_create(&scan->workers[i], NULL, scan_work, scan) != 0) {
            fprintf(stderr, "scanner: cannot create a thread\n");
            exit(EXIT_FAILURE);
        }
    }
    scan_walk(scan, &root);
    queue_close(&scan->queue);
    for (size_t i = 0; i < WORKERS; i++)
        pthread_join(scan->workers[i], NULL);
    queue_destroy(&scan->queue);
}

// ---------------------------------------------------------------------------------------------------------------------
// What must hold at the end: the same as after a sequential search, one position after the other
// ---------------------------------------------------------------------------------------------------------------------

static bool plain_match_at(const Content *content, size_t offset)
{
    size_t length = strlen(options.pattern);
    if (offset + length > content->length)
        return false;
    for (size_t i = 0; i < length; i++) {
        char there = content->text[offset + i];
        char wanted = options.pattern[i];
        if (options.ignore_case ? fold_case(there) != fold_case(wanted) : there != wanted)
            return false;
    }
    return true;
}

// Compares the list of matches from its end, which is the match with the smallest offset, and returns their number.
static size_t row_check_matches(const Row *row, const Match *match)
{
    if (!match)
        return 0;
    size_t later = row_check_matches(row, match->next);
    assert(plain_match_at(row->content, match->offset));
    assert(!match->next || match->offset > match->next->offset);
    return later + 1;
}

static size_t plain_count(const Content *content)
{
    size_t count = 0;
    for (size_t offset = 0; offset < content->length; offset++)
        if (plain_match_at(content, offset))
            count++;
    return count;
}

static void scan_check(const Scan *scan)
{
    size_t bytes = 0;
    size_t matches = 0;
    assert(scan->table.row_count == FILES);
    for (size_t i = 0; i < scan->table.row_count; i++) {
        const Row *row = &scan->table.rows[i];
        size_t expected = plain_count(row->content);
        assert(row->scanned);
        assert(row->match_count == expected);
        assert(row_check_matches(row, row->matches) == expected);
        bytes += row->content->length;
        matches += expected;
    }
    const Statistics *total = &scan->statistics;
    assert(total->files == scan->table.row_count && total->bytes == bytes && total->matches == matches);
}

static void match_print(const Row *row, const Match *match)
{
    if (!match)
        return;
    match_print(row, match->next);
    printf("%s:%zu\n", row->node->name, match->offset);
}

static void scan_print(const Scan *scan)
{
    for (size_t i = 0; i < scan->table.row_count; i++)
        match_print(&scan->table.rows[i], scan->table.rows[i].matches);
    printf("%zu files, %zu bytes, %zu matches\n", scan->statistics.files, scan->statistics.bytes,
           scan->statistics.matches);
}

int main(void)
{
    static Scan scan;
    scan_run(&scan);
    scan_print(&scan);
    scan_check(&scan);
    table_free(&scan.table);
    statistics_destroy(&scan.statistics);
    return EXIT_SUCCESS;
}
