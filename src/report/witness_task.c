#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/sha256.h"
#include "report/witness.h"

const TraceProgram *witness_program(const Verdict *verdict)
{
    if (verdict->answer == ANSWER_FALSE && !verdict->program)
        return &verdict->counterexamples.data[0]->program;
    return verdict->program;
}

PropertyMask witness_properties(const Verdict *verdict)
{
    if (verdict->answer == ANSWER_FALSE)
        return PROPERTY_BIT(verdict->counterexamples.data[0]->property);
    return verdict->program ? verdict->program->properties : 0;
}

const char *witness_data_model(const TraceProgram *program)
{
    if (program->data_model && strcmp(program->data_model, "host"))
        return program->data_model;
    for (uint32_t i = 0; i < program->clang_arguments.count; i++)
        if (!strcmp(program->clang_arguments.data[i], "-m32"))
            return "ILP32";
    return sizeof(long) == 8 ? "LP64" : "ILP32";
}

bool witness_append_hash(const TraceProgram *program, uint32_t file, Text *out)
{
    Text content = {0}, ignored = {0};
    const char *path = program->files.data[file];
    bool given = program->standard_input && !strcmp(path, "-");
    if (given)
        text_append(&content, program->standard_input);
    bool read = given || file_read_bytes(path, &content, &ignored);
    if (read)
        sha256_append(text_string(&content), content.length, out);
    text_free(&content);
    text_free(&ignored);
    return read;
}

void witness_append_time(Text *out)
{
    char text[32];
    time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    text_append(out, text);
}

// Version 8 of RFC 9562: the bits are ours to choose.
void witness_append_uuid(const Text *content, Text *out)
{
    uint8_t digest[SHA256_BYTES];
    sha256_compute(text_string(content), content->length, digest);
    digest[6] = (uint8_t)((digest[6] & 0x0f) | 0x80);
    digest[8] = (uint8_t)((digest[8] & 0x3f) | 0x80);
    for (int i = 0; i < 16; i++)
        text_format(out, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", digest[i]);
}
