#include "front/confine.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "front/compile.h"

bool confine_allows(const char *path)
{
    static const char *const folders[] = {"/usr/include/",   "/usr/local/include/", "/usr/lib/llvm-",
                                          "/usr/lib/clang/", "/usr/lib/gcc/",       COMPILE_OWN_HEADERS};
    char real[PATH_MAX];
    if (!realpath(path, real))
        return false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (!strncmp(real, folders[i], strlen(folders[i])))
            return true;
    return false;
}

// In which line it is included is not said: where the file is missing it is clang that would know.
static bool refuse(const char *path, Text *errors)
{
    text_format(errors, "<stdin>: '%s' file not found\n", path);
    return false;
}

bool confine_check_text(const char *text, Text *errors)
{
    static const char *const words[] = {"__has_include", "__has_embed"};
    Text spliced = {0};
    for (; *text; text++) {
        size_t splice = *text != '\\' ? 0 : text[1] == '\n' ? 2 : !strncmp(text + 1, "\r\n", 2) ? 3 : 0;
        if (splice)
            text += splice - 1;
        else
            text_append_character(&spliced, *text);
    }
    bool allowed = true;
    for (size_t i = 0; i < sizeof words / sizeof *words && allowed; i++)
        if (strstr(text_string(&spliced), words[i])) {
            text_format(errors, "<stdin>: %s is not available\n", words[i]);
            allowed = false;
        }
    text_free(&spliced);
    return allowed;
}

// The next word of a rule for make, with its escapes undone; false at the end.
static bool next_word(const char **cursor, Text *word)
{
    const char *at = *cursor;
    text_clear(word);
    while (*at == ' ' || *at == '\n' || (*at == '\\' && at[1] == '\n'))
        at++;
    for (; *at && *at != ' ' && *at != '\n'; at++) {
        bool escaped = (*at == '\\' && (at[1] == ' ' || at[1] == '#' || at[1] == '\\')) || (*at == '$' && at[1] == '$');
        at += escaped;
        text_append_character(word, *at);
    }
    *cursor = at;
    return word->length != 0;
}

static bool check_rules(const char *rules, Text *errors)
{
    Text word = {0};
    bool allowed = true;
    const char *cursor = strstr(rules, ": ");
    for (cursor = cursor ? cursor + 1 : ""; allowed && next_word(&cursor, &word);) {
        const char *path = text_string(&word);
        if (strcmp(path, "-") && strcmp(path, "<stdin>") && !confine_allows(path))
            allowed = refuse(path, errors);
    }
    text_free(&word);
    return allowed;
}

static size_t line_length(const char *line)
{
    return strcspn(line, "\n");
}

static const char *next_line(const char *line)
{
    line += line_length(line);
    return line + (*line == '\n');
}

// -H prints a header that it comes to as dots, a space and the name.
static bool check_headers(const char *said, Text *errors)
{
    bool allowed = true;
    for (const char *line = said; *line && allowed; line = next_line(line)) {
        size_t dots = strspn(line, ".");
        if (!dots || line[dots] != ' ')
            continue;
        Text path = {0};
        text_append_bytes(&path, line + dots + 1, line_length(line) - dots - 1);
        if (!confine_allows(text_string(&path)))
            allowed = refuse(text_string(&path), errors);
        text_free(&path);
    }
    return allowed;
}

bool confine_check(const char *rules, const char *said, Text *errors)
{
    return check_headers(said, errors) && check_rules(rules, errors);
}

static void append_diagnostic(const char *line, size_t length, Text *out)
{
    static const char missing[] = "' file not found", before[] = "fatal error: '";
    Text text = {0};
    text_append_bytes(&text, line, length);
    char *end = strstr(text_string(&text), missing), *start = strstr(text_string(&text), before);
    if (end && start && start < end) {
        *end = '\0';
        refuse(start + sizeof before - 1, out);
    } else {
        text_format(out, "%s\n", text_string(&text));
    }
    text_free(&text);
}

void confine_append_diagnostics(const char *said, Text *out)
{
    for (const char *line = said; *line; line = next_line(line)) {
        Text path = {0};
        text_append_bytes(&path, line, strcspn(line, ":\n"));
        if (!strcmp(text_string(&path), "<stdin>") || (*line == '/' && confine_allows(text_string(&path))))
            append_diagnostic(line, line_length(line), out);
        text_free(&path);
    }
}
