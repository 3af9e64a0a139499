#include "cli/progress.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/limits.h"
#include "cli/terminal.h"

static const char *const things[PROGRESS_COUNTS] = {"run", "path", "interleaving", "round", "event"};

void progress_start(Progress *progress, const Options *options, double started)
{
    *progress = (Progress){.options = options, .started = started, .engine = ""};
}

bool progress_is_wanted(const Progress *progress)
{
    switch ((ProgressChoice)progress->options->progress) {
    case PROGRESS_AS_JSON:
        return true;
    case PROGRESS_UNTOLD:
        return false;
    case PROGRESS_ON_TERMINAL:
        break;
    }
    return terminal_shows_progress(progress->options);
}

static void note_counts(Progress *progress, const char *engine, const Statistics *statistics)
{
    const uint64_t counts[PROGRESS_COUNTS] = {statistics->runs, statistics->paths, statistics->interleavings,
                                              statistics->iterations, statistics->events};
    bool same = !strcmp(progress->engine, engine);
    for (uint32_t i = 0; i < PROGRESS_COUNTS; i++)
        if (!same || counts[i] > progress->counts[i])
            progress->counts[i] = counts[i];
    progress->engine = engine;
}

static void append_line(const Progress *progress, double seconds, Text *out)
{
    text_format(out, "%s, %.0f ", progress->engine, seconds);
    if (progress->options->timeout > 0)
        text_format(out, "of %.0f ", progress->options->timeout);
    text_append(out, "s: ");
    bool told = false;
    for (uint32_t i = 0; i < PROGRESS_COUNTS; i++) {
        if (!progress->counts[i])
            continue;
        text_append(out, told ? ", " : "");
        text_append_count(out, progress->counts[i], things[i]);
        told = true;
    }
}

// As much of a list as fits: a number that is cut is another number.
static size_t length_that_fits(const Text *line, size_t width)
{
    size_t length = line->length;
    while (length > width) {
        do
            length--;
        while (length && strncmp(text_string(line) + length, ", ", 2));
    }
    return length ? length : width;
}

// No longer than the terminal is wide at the moment: what is wrapped cannot be written over.
static void print_line(const Progress *progress, double seconds)
{
    Text line = {0};
    append_line(progress, seconds, &line);
    uint32_t width = terminal_report_options(progress->options, stderr).width;
    size_t length = width > 1 ? length_that_fits(&line, width - 1) : line.length;
    fprintf(stderr, "\r\033[K%.*s", (int)length, text_string(&line));
    fflush(stderr);
    text_free(&line);
}

static void print_json(const Progress *progress, double seconds)
{
    json_t *object = json_object();
    Text line = {0};
    json_object_set_new(object, "engine", json_string(progress->engine));
    json_object_set_new(object, "seconds", json_real(seconds));
    json_object_set_new(object, "timeout",
                        progress->options->timeout > 0 ? json_real(progress->options->timeout) : json_null());
    for (uint32_t i = 0; i < PROGRESS_COUNTS; i++) {
        Text key = {0};
        text_format(&key, "%ss", things[i]);
        json_object_set_new(object, text_string(&key), json_text_unsigned(progress->counts[i]));
        text_free(&key);
    }
    json_text_append(&line, object);
    fprintf(stderr, "%s\n", text_string(&line));
    fflush(stderr);
    text_free(&line);
}

void progress_show(void *context, const char *engine, const Statistics *statistics)
{
    Progress *progress = context;
    bool json = progress->options->progress == PROGRESS_AS_JSON;
    double now = clock_now();
    note_counts(progress, engine, statistics);
    if (now - progress->shown < (json ? 1 : 0.2))
        return;
    progress->shown = now;
    if (json) {
        print_json(progress, now - progress->started);
    } else {
        progress->visible = true;
        print_line(progress, now - progress->started);
    }
}

void progress_end(Progress *progress)
{
    if (progress->visible)
        fputs("\r\033[K", stderr);
    progress->visible = false;
}
