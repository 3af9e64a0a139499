// Reading the fields of a recorded file that may come from anywhere: each is checked for presence, type and range
// before it is used, and what is wrong is named by its path ("steps[17].thread"). After the first failure nothing more
// is reported, and the functions return values that are safe to go on with.
#ifndef RADDLE_TRACE_READER_H
#define RADDLE_TRACE_READER_H

#include <jansson.h>

#include "trace/trace.h"

// More threads than any machine has; keeps tables by thread small whatever a file says.
enum { READER_THREAD_LIMIT = 65536 };

typedef struct Reader {
    const char *file;
    Text *error;
    bool failed;
    Trace *trace;       // being filled
    const char *parent; // the path of the object whose fields are read: "steps", "end"; "" at the top
    size_t index;       // in a list, else SIZE_MAX
    const char *child;  // "location", or "" for the object itself
    Term *terms;        // of the trace, by their index in the file
    uint32_t term_count;
} Reader;

typedef enum Presence { REQUIRED, OPTIONAL } Presence;

// `key` may be "": then the object itself is wrong.
void reader_fail(Reader *reader, const char *key, const char *problem);
void reader_fail_format(Reader *reader, const char *key, const char *format, ...) __attribute__((format(printf, 3, 4)));

// The member, or NULL if it is missing; null counts as missing.
json_t *reader_member(Reader *reader, json_t *object, const char *key, Presence presence);
json_t *reader_list(Reader *reader, json_t *object, const char *key, Presence presence);
json_t *reader_object(Reader *reader, json_t *object, const char *key);
// `value` stands under `key`: a number from 0 to `limit`, or "0x...".
uint64_t reader_number(Reader *reader, const char *key, const json_t *value, uint64_t limit);
uint64_t reader_unsigned(Reader *reader, json_t *object, const char *key, Presence presence, uint64_t limit,
                         uint64_t missing);
// NO_THREAD if it is missing.
uint32_t reader_thread(Reader *reader, json_t *object, const char *key, Presence presence);
bool reader_boolean(Reader *reader, json_t *object, const char *key);
// Kept in the arena of the trace.
const char *reader_string(Reader *reader, json_t *object, const char *key, Presence presence);
// Takes `recent` again where it is the same; it may be NULL.
const char *reader_repeated(Reader *reader, json_t *object, const char *key, const char *recent);
TracePosition reader_position(Reader *reader, json_t *object, const TracePosition *recent);
// The index of `value`, found under `key`, in a list of words; `count` if it is none of them.
uint32_t reader_find_word(Reader *reader, const char *key, const json_t *value, const char *const *words,
                          uint32_t count);
uint32_t reader_word(Reader *reader, json_t *object, const char *key, const char *const *words, uint32_t count);
// A term of the file by its index; NO_TERM if it is missing.
Term reader_term(Reader *reader, json_t *object, const char *key);

// Enters element `index` of the list `name`; false if it is not an object.
bool reader_enter(Reader *reader, const char *name, size_t index, const json_t *element);
void reader_leave(Reader *reader);

// Fills the table of the trace and `terms` of the reader, which the caller frees.
void reader_load_terms(Reader *reader, json_t *list);
// What no field can tell alone: the indices within threads, which thread exists when, the widths of terms, and that the
// terms have the values that the run had.
void reader_check_trace(Reader *reader);

#endif
