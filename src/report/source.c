#include "report/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"

// Larger files are not sources.
enum { SIZE_LIMIT = 64 * 1024 * 1024 };

static void find_lines(SourceFile *file)
{
    for (size_t start = 0; start < file->text.length;) {
        vector_push(&file->lines, start);
        const char *end = memchr(file->text.data + start, '\n', file->text.length - start);
        start = end ? (size_t)(end - file->text.data) + 1 : file->text.length;
    }
}

static void read_file(SourceFile *file)
{
    struct stat status;
    if (stat(file->path, &status) || !S_ISREG(status.st_mode) || status.st_size > SIZE_LIMIT)
        return;
    FILE *stream = fopen(file->path, "r");
    if (!stream)
        return;
    char buffer[16384];
    size_t count;
    while ((count = fread(buffer, 1, sizeof buffer, stream)))
        text_append_bytes(&file->text, buffer, count);
    fclose(stream);
    find_lines(file);
}

static const SourceFile *find_file(SourceCache *cache, const char *path)
{
    for (uint32_t i = 0; i < cache->files.count; i++)
        if (!strcmp(cache->files.data[i].path, path))
            return &cache->files.data[i];
    SourceFile file = {.path = memory_copy_string(path)};
    read_file(&file);
    vector_push(&cache->files, file);
    return &vector_last(&cache->files);
}

void source_add(SourceCache *cache, const char *path, const char *text)
{
    SourceFile file = {.path = memory_copy_string(path)};
    text_append(&file.text, text);
    find_lines(&file);
    vector_push(&cache->files, file);
}
uint32_t source_line_count(SourceCache *cache, const char *path)
{
    return *path ? find_file(cache, path)->lines.count : 0;
}

bool source_append_line(SourceCache *cache, const char *path, uint32_t line, Text *out)
{
    if (!*path || !line)
        return false;
    const SourceFile *file = find_file(cache, path);
    if (line > file->lines.count)
        return false;
    size_t start = file->lines.data[line - 1];
    size_t end = line < file->lines.count ? file->lines.data[line] : file->text.length;
    while (end > start && (file->text.data[end - 1] == '\n' || file->text.data[end - 1] == '\r'))
        end--;
    for (size_t i = start; i < end; i++) {
        unsigned char byte = (unsigned char)file->text.data[i];
        text_append_character(out, (byte < 32 && byte != '\t') || byte == 127 ? '?' : (char)byte);
    }
    return true;
}

bool source_append_trimmed(SourceCache *cache, const char *path, uint32_t line, Text *out)
{
    Text whole = {0};
    bool found = source_append_line(cache, path, line, &whole);
    bool space = false, begun = false;
    for (const char *cursor = text_string(&whole); *cursor; cursor++) {
        if (*cursor == ' ' || *cursor == '\t') {
            space = begun;
            continue;
        }
        if (space)
            text_append_character(out, ' ');
        text_append_character(out, *cursor);
        space = false;
        begun = true;
    }
    text_free(&whole);
    return found;
}

void source_free(SourceCache *cache)
{
    for (uint32_t i = 0; i < cache->files.count; i++) {
        free(cache->files.data[i].path);
        text_free(&cache->files.data[i].text);
        vector_free(&cache->files.data[i].lines);
    }
    vector_free(&cache->files);
}
