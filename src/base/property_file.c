#include "base/property_file.h"

#include <ctype.h>
#include <string.h>

#include "base/file.h"

typedef struct FormulaRow {
    const char *formula;
    Property property;
    bool written;
} FormulaRow;

static const FormulaRow rows[] = {
#define X(property, formula, written) {formula, PROPERTY_##property, written},
    PROPERTY_FORMULA_TABLE(X)
#undef X
};

enum { ROW_COUNT = sizeof rows / sizeof *rows };

typedef struct RefusedRow {
    const char *formula;
    const char *reason;
} RefusedRow;

static const RefusedRow refused[] = {
    {"F end", "raddle does not prove termination"},
    {"G valid-memcleanup", "raddle checks that no memory is lost (G valid-memtrack), not that all of it is freed"},
};

bool property_is_file(const char *name)
{
    size_t length = strlen(name), ending = strlen(".prp");
    return length > ending && !strcmp(name + length - ending, ".prp");
}

// Compares without white space.
static bool same_formula(const char *text, size_t length, const char *formula)
{
    const char *end = text + length;
    for (;;) {
        while (text < end && isspace((unsigned char)*text))
            text++;
        while (isspace((unsigned char)*formula))
            formula++;
        if (text == end || !*formula)
            return text == end && !*formula;
        if (*text++ != *formula++)
            return false;
    }
}

// Takes a word and the white space in front of it.
static bool take(const char **cursor, const char *end, const char *word)
{
    while (*cursor < end && isspace((unsigned char)**cursor))
        ++*cursor;
    size_t length = strlen(word);
    if ((size_t)(end - *cursor) < length || memcmp(*cursor, word, length))
        return false;
    *cursor += length;
    return true;
}

// The formula of one line, or false.
static bool find_formula(const char *line, const char *end, const char **formula, size_t *length)
{
    while (end > line && isspace((unsigned char)end[-1]))
        end--;
    static const char *const words[] = {"CHECK", "(", "init", "(", "main", "(", ")", ")", ",", "LTL", "("};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!take(&line, end, words[i]))
            return false;
    for (int closing = 0; closing < 2; closing++) {
        while (end > line && isspace((unsigned char)end[-1]))
            end--;
        if (end == line || *--end != ')')
            return false;
    }
    *formula = line;
    *length = (size_t)(end - line);
    return true;
}

static const char *find_refusal(const char *formula, size_t length)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (same_formula(formula, length, refused[i].formula))
            return refused[i].reason;
    return "raddle does not check it";
}

static bool read_line(const char *line, const char *end, PropertyMask *mask, Text *error)
{
    const char *formula;
    size_t length;
    if (!find_formula(line, end, &formula, &length)) {
        text_append(error, "expected CHECK( init(main()), LTL(...) )");
        return false;
    }
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (same_formula(formula, length, rows[i].formula)) {
            *mask |= PROPERTY_BIT(rows[i].property);
            return true;
        }
    }
    text_format(error, "'%.*s': %s", (int)length, formula, find_refusal(formula, length));
    return false;
}

bool property_read_file(const char *path, PropertyMask *mask, Text *error)
{
    Text text = {0}, problem = {0};
    PropertyMask found = 0;
    bool read = file_read_text(path, &text, error);
    unsigned number = 0;
    for (const char *line = text_string(&text); read && *line;) {
        const char *end = line + strcspn(line, "\n");
        number++;
        bool blank = strspn(line, " \t\r\f\v") >= (size_t)(end - line);
        if (!blank && !read_line(line, end, &found, &problem)) {
            text_format(error, "%s:%u: %s", path, number, text_string(&problem));
            read = false;
        }
        line = end + (*end == '\n');
    }
    if (read && !found) {
        text_format(error, "%s: no property in it", path);
        read = false;
    }
    if (read)
        *mask = found;
    text_free(&text);
    text_free(&problem);
    return read;
}

void property_append_formulas(PropertyMask mask, Text *out)
{
    const char *separator = "";
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (!rows[i].written || !(mask & PROPERTY_BIT(rows[i].property)))
            continue;
        text_format(out, "%sCHECK( init(main()), LTL(%s) )", separator, rows[i].formula);
        separator = "\n";
    }
}
