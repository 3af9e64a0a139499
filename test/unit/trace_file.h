// Recorded runs in files: saved, loaded, damaged. Include cmocka.h first.
#ifndef RADDLE_TEST_TRACE_FILE_H
#define RADDLE_TEST_TRACE_FILE_H

#include <jansson.h>

#include "temporary_file.h"
#include "base/file.h"
#include "trace/trace.h"

typedef struct Fixture {
    char path[TEST_PATH_SIZE];
} Fixture;

static inline int make_file(void **state)
{
    Fixture *fixture = test_calloc(1, sizeof *fixture);
    test_write_file(fixture->path, ".json", "");
    *state = fixture;
    return 0;
}

static inline int remove_file(void **state)
{
    Fixture *fixture = *state;
    unlink(fixture->path);
    test_free(fixture);
    return 0;
}

static inline Trace *load(const Fixture *fixture)
{
    Text error = {0};
    Trace *trace = trace_load(fixture->path, &error);
    if (!trace)
        fail_msg("%s", text_string(&error));
    assert_int_equal(error.length, 0);
    return trace;
}

static inline Trace *save_and_load(const Fixture *fixture, const Trace *trace)
{
    Text error = {0};
    assert_true(trace_save(trace, fixture->path, &error));
    return load(fixture);
}

static inline void write_file(const Fixture *fixture, const char *contents)
{
    Text text = {0}, error = {0};
    text_append(&text, contents);
    assert_true(file_write_text(fixture->path, &text, &error));
    text_free(&text);
}

static inline json_t *follow_path(json_t *root, char *path, char **last)
{
    char *key = path, *dot;
    for (; (dot = strchr(key, '.')); key = dot + 1) {
        *dot = '\0';
        root = json_is_array(root) ? json_array_get(root, strtoul(key, NULL, 10)) : json_object_get(root, key);
        assert_non_null(root);
    }
    *last = key;
    return root;
}

// Sets what stands at a path such as "terms.3.1" to the JSON text `value`, or removes it if that is NULL.
static inline void damage(json_t *root, const char *path, const char *value)
{
    char buffer[64], *key;
    strcpy(buffer, path);
    json_t *parent = follow_path(root, buffer, &key);
    json_t *made = value ? json_loads(value, JSON_DECODE_ANY, NULL) : NULL;
    assert_true(made || !value);
    if (json_is_array(parent) && value)
        assert_int_equal(json_array_set_new(parent, strtoul(key, NULL, 10), made), 0);
    else if (json_is_array(parent))
        assert_int_equal(json_array_remove(parent, strtoul(key, NULL, 10)), 0);
    else if (value)
        json_object_set_new(parent, key, made);
    else
        assert_int_equal(json_object_del(parent, key), 0);
}

// The file is refused because of that; `what` is damaged.
static inline void assert_refused(const Fixture *fixture, const char *what, const char *problem)
{
    Text error = {0}, expected = {0};
    if (trace_load(fixture->path, &error))
        fail_msg("a damaged %s was not noticed", what);
    text_format(&expected, "%s: not a trace of raddle: %s", fixture->path, problem);
    assert_string_equal(text_string(&error), text_string(&expected));
    text_free(&error);
    text_free(&expected);
}

// Something at a path of the JSON text that is replaced, or removed if `value` is NULL, and what is said then.
typedef struct Damage {
    const char *path, *value, *problem;
} Damage;

// Each damage alone makes the file be refused. Frees the trace.
static inline void assert_all_refused(const Fixture *fixture, Trace *trace, const Damage *cases, size_t count)
{
    Text text = {0};
    trace_append_json(trace, &text);
    for (size_t i = 0; i < count; i++) {
        json_t *root = json_loads(text_string(&text), 0, NULL);
        damage(root, cases[i].path, cases[i].value);
        assert_int_equal(json_dump_file(root, fixture->path, 0), 0);
        json_decref(root);
        assert_refused(fixture, cases[i].path, cases[i].problem);
    }
    text_free(&text);
    trace_free(trace);
}

#endif
