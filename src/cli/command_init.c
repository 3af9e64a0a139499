// raddle init: writes a file of settings that explains itself.
#include <stdio.h>
#include <unistd.h>

#include "api/config.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/terminal.h"

int command_init(const Options *options)
{
    if (!access(CONFIG_FILE, F_OK)) {
        fprintf(stderr, "raddle: error: %s is there already\n", CONFIG_FILE);
        return STATUS_USAGE;
    }
    Text text = {0}, error = {0};
    config_append_template(&options->files, &text);
    bool written = file_write_text(CONFIG_FILE, &text, &error);
    terminal_print_errors(&error);
    if (written && !options->quiet)
        printf("%s is written\n", CONFIG_FILE);
    text_free(&text);
    text_free(&error);
    return written ? STATUS_TRUE : STATUS_USAGE;
}
