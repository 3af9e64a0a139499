// A file is carried whole unless it is very long, so that the reader can look around.
#include "report/html_sources.h"

#include <string.h>

#include "base/json.h"
#include "base/none.h"

enum {
    WHOLE_FILE = 5000,   // files of up to this number of lines are carried whole
    LINES_AROUND = 50,   // of longer ones, these lines before and after each that occurs
    LINE_LIMIT = 1 << 24 // a recording may name any line
};

uint32_t html_sources_note(HtmlSources *sources, const TracePosition *position)
{
    if (!*position->file || !position->line || position->line > LINE_LIMIT)
        return NONE;
    uint32_t index = 0;
    while (index < sources->files.count && strcmp(sources->files.data[index].path, position->file))
        index++;
    if (index == sources->files.count)
        vector_push(&sources->files, (HtmlFile){.path = position->file});
    HtmlFile *file = &sources->files.data[index];
    if (position->line >= file->occurring.count)
        vector_resize(&file->occurring, position->line + 1);
    file->occurring.data[position->line] = true;
    return index;
}

// Which of the `count` lines are carried. The set holds one line more, which is not.
static LineSet choose_lines(const HtmlFile *file, uint32_t count)
{
    LineSet chosen = {0};
    vector_resize(&chosen, count + 2);
    for (uint32_t line = 1; line <= count; line++) {
        chosen.data[line] |= count <= WHOLE_FILE;
        if (line >= file->occurring.count || !file->occurring.data[line])
            continue;
        for (uint32_t i = line > LINES_AROUND ? line - LINES_AROUND : 1; i <= count && i <= line + LINES_AROUND; i++)
            chosen.data[i] = true;
    }
    return chosen;
}

static json_t *part_to_json(SourceCache *cache, const char *path, const LineSet *chosen, uint32_t first)
{
    json_t *part = json_array(), *lines = json_array();
    Text text = {0};
    for (uint32_t line = first; chosen->data[line]; line++) {
        text_clear(&text);
        source_append_line(cache, path, line, &text);
        json_array_append_new(lines, json_text_string(text_string(&text)));
    }
    text_free(&text);
    json_array_append_new(part, json_integer(first));
    json_array_append_new(part, lines);
    return part;
}

static json_t *file_to_json(SourceCache *cache, const HtmlFile *file)
{
    json_t *object = json_object(), *parts = json_array();
    LineSet chosen = choose_lines(file, source_line_count(cache, file->path));
    for (uint32_t line = 1; line < chosen.count; line++)
        if (chosen.data[line] && !chosen.data[line - 1])
            json_array_append_new(parts, part_to_json(cache, file->path, &chosen, line));
    vector_free(&chosen);
    json_object_set_new(object, "path", json_text_string(file->path));
    json_object_set_new(object, "parts", parts);
    return object;
}

void html_sources_append(HtmlSources *sources, Text *out)
{
    text_append_character(out, '[');
    for (uint32_t i = 0; i < sources->files.count; i++) {
        text_append(out, i ? ",\n" : "\n");
        json_text_append(out, file_to_json(&sources->cache, &sources->files.data[i]));
    }
    text_append_character(out, ']');
}

void html_sources_free(HtmlSources *sources)
{
    for (uint32_t i = 0; i < sources->files.count; i++)
        vector_free(&sources->files.data[i].occurring);
    vector_free(&sources->files);
    source_free(&sources->cache);
}
