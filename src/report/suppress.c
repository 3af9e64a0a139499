#include "report/suppress.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "report/uri.h"

// --- Comments

static const char *skip_blanks(const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    return text;
}

static size_t trimmed_length(const char *text, size_t length)
{
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    return length;
}

// What follows `word` and blanks, or NULL.
static const char *after_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(text, word, length))
        return NULL;
    return skip_blanks(text + length);
}

// The first comment of the line that speaks to us, after "raddle: ignore"; NULL: none does.
static const char *find_comment(const char *line, const char **start)
{
    for (const char *cursor = line; *cursor; cursor++) {
        if (cursor[0] != '/' || (cursor[1] != '/' && cursor[1] != '*'))
            continue;
        const char *rest = after_word(skip_blanks(cursor + 2), "raddle:");
        rest = rest ? after_word(rest, "ignore") : NULL;
        if (rest) {
            *start = cursor;
            return rest;
        }
    }
    return NULL;
}

// Names separated by commas and blanks; none means all.
static PropertyMask read_properties(const char *list, size_t length, Text *error)
{
    Text names = {0};
    for (size_t i = 0; i < length; i++) {
        bool between = list[i] == ',' || isspace((unsigned char)list[i]);
        if (!between)
            text_append_character(&names, list[i]);
        else if (names.length && names.data[names.length - 1] != ',')
            text_append_character(&names, ',');
    }
    if (names.length && names.data[names.length - 1] == ',')
        names.data[--names.length] = '\0';
    PropertyMask mask = PROPERTY_MASK_ALL;
    if (names.length && !property_parse_list(text_string(&names), &mask, error))
        mask = 0;
    text_free(&names);
    return mask;
}

bool suppression_comment(const char *line, PropertyMask *properties, bool *alone, Text *error)
{
    const char *start, *list = find_comment(line, &start);
    if (!list)
        return false;
    const char *end = start[1] == '*' ? strstr(list, "*/") : NULL;
    *alone = skip_blanks(line) == start && (!end || !*skip_blanks(end + 2));
    const char *reason = strstr(list, "--");
    size_t length = end ? (size_t)(end - list) : strlen(list);
    if (reason && (size_t)(reason - list) < length)
        length = (size_t)(reason - list);
    *properties = read_properties(list, length, error);
    return true;
}

// Whether the comment of a line suppresses the property.
static bool comment_suppresses(Suppressions *suppressions, const char *file, uint32_t number, bool must_be_alone,
                               Property property)
{
    Text line = {0}, error = {0};
    PropertyMask properties = 0;
    bool alone = false;
    bool there = source_append_line(&suppressions->surroundings.sources, file, number, &line) &&
                 suppression_comment(text_string(&line), &properties, &alone, &error) && (alone || !must_be_alone);
    if (there && error.length)
        text_format(&suppressions->complaints, "%s:%u: %s\n", file, number, text_string(&error));
    text_free(&line);
    text_free(&error);
    return there && (properties & PROPERTY_BIT(property));
}

// A comment beside code is about its own line only.
static bool find_suppressing_comment(Suppressions *suppressions, const Trace *trace, Text *by)
{
    const TracePosition *where = &trace->where;
    if (!*where->file || !where->line)
        return false;
    uint32_t line = where->line;
    bool found = comment_suppresses(suppressions, where->file, line, false, trace->property);
    if (!found && line > 1)
        found = comment_suppresses(suppressions, where->file, --line, true, trace->property);
    if (found)
        text_format(by, "the comment at %s:%u", where->file, line);
    return found;
}

// --- The file of rules

// "GLOB", "GLOB:LINE" or "NAME()".
static void read_pattern(Suppressions *suppressions, char *pattern, SuppressionRule *rule)
{
    size_t length = strlen(pattern);
    char *colon = strrchr(pattern, ':');
    rule->is_function = length > 2 && !strcmp(pattern + length - 2, "()");
    if (rule->is_function) {
        pattern[length - 2] = '\0';
    } else if (colon && colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1)) {
        rule->line = (uint32_t)strtoul(colon + 1, NULL, 10);
        *colon = '\0';
    }
    rule->pattern = arena_copy_string(&suppressions->strings, pattern);
}

static bool read_rule(Suppressions *suppressions, char *line, uint32_t number, Text *errors)
{
    SuppressionRule rule = {.written = number};
    Text error = {0};
    char *pattern = line + strcspn(line, " \t");
    char *names = line;
    if (*pattern)
        *pattern++ = '\0';
    pattern = (char *)skip_blanks(pattern);
    if (!*pattern)
        text_append(&error, "expected properties and a file, FILE:LINE or FUNCTION()");
    else if (property_parse_list(names, &rule.properties, &error))
        read_pattern(suppressions, pattern, &rule);
    bool right = !error.length;
    if (right)
        vector_push(&suppressions->rules, rule);
    else
        text_format(errors, "%s:%u: %s", suppressions->rules_file, number, text_string(&error));
    text_free(&error);
    return right;
}

static bool read_rules(Suppressions *suppressions, Text *errors)
{
    Text text = {0};
    bool right = file_read_text(suppressions->rules_file, &text, errors);
    char *line = text.data;
    for (uint32_t number = 1; right && line && *line; number++) {
        size_t length = strcspn(line, "\n");
        char *next = line + length + (line[length] == '\n');
        length = trimmed_length(line, strcspn(line, "#\n"));
        line[length] = '\0';
        char *start = (char *)skip_blanks(line);
        if (*start)
            right = read_rule(suppressions, start, number, errors);
        line = next;
    }
    text_free(&text);
    return right;
}

static bool is_within(const Trace *trace, const char *function)
{
    if (!strcmp(trace->where.function, function))
        return true;
    for (uint32_t stack = trace->stack; stack != NO_STACK; stack = trace->frames.data[stack - 1].caller)
        if (!strcmp(trace->frames.data[stack - 1].position.function, function))
            return true;
    return false;
}

static bool rule_matches(const SuppressionRule *rule, const Trace *trace, const char *path)
{
    if (!(rule->properties & PROPERTY_BIT(trace->property)))
        return false;
    if (rule->is_function)
        return is_within(trace, rule->pattern);
    return *path && (!rule->line || rule->line == trace->where.line) && !fnmatch(rule->pattern, path, 0);
}

static bool find_rule(const Suppressions *suppressions, const Trace *trace, Text *by)
{
    Text path = {0};
    if (*trace->where.file)
        uri_append_plain_path(suppressions->surroundings.directory, trace->where.file, &path);
    bool found = false;
    for (uint32_t i = 0; i < suppressions->rules.count && !found; i++) {
        found = rule_matches(&suppressions->rules.data[i], trace, text_string(&path));
        if (found)
            text_format(by, "%s:%u", suppressions->rules_file, suppressions->rules.data[i].written);
    }
    text_free(&path);
    return found;
}

// --- All of them

bool suppressions_load(Suppressions *suppressions, const Options *options, const TraceProgram *program, Text *errors)
{
    *suppressions = (Suppressions){.rules_file = options->suppressions,
                                   .baseline_file = options->baseline,
                                   .surroundings = surroundings_of(program)};
    return (!options->suppressions || read_rules(suppressions, errors)) &&
           (!options->baseline || baseline_read(&suppressions->baseline, options->baseline, errors));
}

void suppressions_free(Suppressions *suppressions)
{
    vector_free(&suppressions->rules);
    baseline_free(&suppressions->baseline);
    surroundings_free(&suppressions->surroundings);
    text_free(&suppressions->complaints);
    arena_release(&suppressions->strings);
}

Suppressor suppressions_test(void *context, const Trace *trace, Text *by)
{
    Suppressions *suppressions = context;
    if (find_suppressing_comment(suppressions, trace, by))
        return SUPPRESSOR_COMMENT;
    if (find_rule(suppressions, trace, by))
        return SUPPRESSOR_FILE;
    if (!baseline_has(&suppressions->baseline, &suppressions->surroundings, trace))
        return SUPPRESSOR_NONE;
    text_format(by, "the baseline %s", suppressions->baseline_file);
    return SUPPRESSOR_BASELINE;
}
