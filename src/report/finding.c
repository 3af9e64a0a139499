#include "report/finding.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/sha256.h"
#include "report/explain.h"
#include "report/readable.h"
#include "report/uri.h"

Surroundings surroundings_of(const TraceProgram *program)
{
    Surroundings surroundings = {.directory = getcwd(NULL, 0)};
    if (!surroundings.directory)
        surroundings.directory = memory_copy_string("/");
    if (program && program->standard_input)
        source_add(&surroundings.sources, STANDARD_INPUT_NAME, program->standard_input);
    return surroundings;
}

void surroundings_free(Surroundings *surroundings)
{
    source_free(&surroundings->sources);
    free(surroundings->directory);
}

TracePosition finding_place(const Trace *trace)
{
    TracePosition where = trace->where;
    if (!*where.file && trace->program.files.count)
        where.file = trace->program.files.data[0];
    return where;
}

void finding_append_message(const Trace *trace, Text *out)
{
    Text explanation = {0};
    Readable readable;
    readable_create(&readable, trace);
    explain_append(&readable.trace, &explanation);
    readable_free(&readable);
    text_append(out, trace->message);
    if (explanation.length)
        text_format(out, "%s%s", *trace->message ? "; " : "", text_string(&explanation));
    text_free(&explanation);
}

void finding_append_fingerprint(Surroundings *surroundings, const Trace *trace, Text *out)
{
    Text identity = {0};
    TracePosition where = finding_place(trace);
    text_format(&identity, "%s\n", property_name(trace->property));
    uri_append_path(surroundings->directory, where.file, &identity);
    text_append_character(&identity, '\n');
    if (!source_append_trimmed(&surroundings->sources, where.file, where.line, &identity))
        text_format(&identity, "%u", where.line);
    sha256_append(text_string(&identity), identity.length, out);
    text_free(&identity);
}
