// raddle_generate NAME OUTPUT: makes one of the files of the table below. Run when raddle is built, never installed.
#include <stdio.h>
#include <string.h>

#include "generate/generate.h"
#include "base/file.h"

static const struct {
    const char *name;
    void (*generate)(Text *out);
} files[] = {
    {"raddle.1", generate_manual},
    {"raddle.bash", generate_bash},
    {"_raddle", generate_zsh},
    {"raddle.fish", generate_fish},
};

static int write(const char *path, void (*generate)(Text *out))
{
    Text text = {0}, error = {0};
    generate(&text);
    bool written = file_write_text(path, &text, &error);
    if (!written)
        fprintf(stderr, "raddle_generate: %s\n", text_string(&error));
    text_free(&text);
    text_free(&error);
    return written ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    for (size_t i = 0; argument_count == 3 && i < sizeof files / sizeof *files; i++)
        if (!strcmp(files[i].name, arguments[1]))
            return write(arguments[2], files[i].generate);
    fprintf(stderr, "usage: raddle_generate NAME OUTPUT\n");
    return 2;
}
