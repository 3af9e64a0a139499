#include "report/lcov.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "report/uri.h"

typedef struct LineVisits {
    uint32_t line;
    uint64_t visits;
} LineVisits;

typedef VECTOR(LineVisits) LineList;

typedef struct Cover {
    const Program *program;
    const Reached *reached;
    char *directory;
    uint32_t file; // the one whose record is written
    CoverageSum sum;
    Text *out;
} Cover;

static uint64_t visits_of(const Cover *cover, uint32_t point)
{
    return atomic_load_explicit(&cover->reached->visits[point], memory_order_relaxed);
}

// Whether a position is in a line of the file.
static bool is_here(const Cover *cover, uint32_t position)
{
    const Position *place = &cover->program->positions.data[position];
    return place->line && place->file == cover->file;
}

static uint32_t line_of(const Cover *cover, uint32_t position)
{
    return cover->program->positions.data[position].line;
}

// The points of a function are next to each other, the first that of its first block.
static bool is_first(const Cover *cover, uint32_t point)
{
    const CoverPoint *points = cover->program->cover.data;
    return !point || points[point].function != points[point - 1].function;
}

static void append_functions(Cover *cover)
{
    uint64_t count = 0, hit = 0;
    for (uint32_t i = 0; i < cover->program->cover.count; i++) {
        const Function *function = &cover->program->functions.data[cover->program->cover.data[i].function];
        if (!is_first(cover, i) || !is_here(cover, function->position))
            continue;
        uint64_t visits = visits_of(cover, i);
        text_format(cover->out, "FN:%u,%s\nFNDA:%llu,%s\n", line_of(cover, function->position), function->name,
                    (unsigned long long)visits, function->name);
        count++;
        hit += visits != 0;
    }
    text_format(cover->out, "FNF:%llu\nFNH:%llu\n", (unsigned long long)count, (unsigned long long)hit);
}

// A branch is told only if all of it is: "-" for its ways if the program never came to it.
static void append_branches(Cover *cover)
{
    const CoverPoint *points = cover->program->cover.data;
    uint64_t count = 0, hit = 0;
    for (uint32_t i = 0, end; i < cover->program->cover.count; i = end) {
        uint64_t visits = 0;
        for (end = i; end < cover->program->cover.count && points[end].branch == points[i].branch; end++)
            visits += visits_of(cover, end);
        if (!points[i].branch || !is_here(cover, points[i].position))
            continue;
        for (uint32_t j = i; j < end; j++) {
            text_format(cover->out, "BRDA:%u,%u,%u,", line_of(cover, points[j].position), points[j].branch,
                        points[j].way);
            if (visits)
                text_append_unsigned(cover->out, visits_of(cover, j));
            text_append(cover->out, visits ? "\n" : "-\n");
            count++;
            hit += visits_of(cover, j) != 0;
        }
    }
    text_format(cover->out, "BRF:%llu\nBRH:%llu\n", (unsigned long long)count, (unsigned long long)hit);
    cover->sum.branches += count;
    cover->sum.branches_hit += hit;
}

// The code of a block follows its point, up to the next one.
static void list_lines(const Cover *cover, LineList *lines)
{
    const CoverPoint *points = cover->program->cover.data;
    for (uint32_t i = 0; i < cover->program->cover.count; i++) {
        if (points[i].branch)
            continue;
        const Function *function = &cover->program->functions.data[points[i].function];
        bool last = i + 1 == cover->program->cover.count || points[i + 1].function != points[i].function;
        uint32_t end = last ? function->instruction_count : points[i + 1].instruction;
        for (uint32_t at = points[i].instruction; at < end; at++)
            if (is_here(cover, function->positions[at]))
                vector_push(lines, (LineVisits){line_of(cover, function->positions[at]), visits_of(cover, i)});
    }
}

static int compare_lines(const void *left, const void *right)
{
    const LineVisits *a = left, *b = right;
    return a->line != b->line ? (a->line < b->line ? -1 : 1) : (a->visits > b->visits) - (a->visits < b->visits);
}

// Of a line with several blocks the most visited counts.
static void append_lines(Cover *cover)
{
    LineList lines = {0};
    uint64_t count = 0, hit = 0;
    list_lines(cover, &lines);
    if (lines.count)
        qsort(lines.data, lines.count, sizeof *lines.data, compare_lines);
    for (uint32_t i = 0; i < lines.count; i++) {
        if (i + 1 < lines.count && lines.data[i + 1].line == lines.data[i].line)
            continue;
        text_format(cover->out, "DA:%u,%llu\n", lines.data[i].line, (unsigned long long)lines.data[i].visits);
        count++;
        hit += lines.data[i].visits != 0;
    }
    text_format(cover->out, "LF:%llu\nLH:%llu\n", (unsigned long long)count, (unsigned long long)hit);
    cover->sum.lines += count;
    cover->sum.lines_hit += hit;
    vector_free(&lines);
}

// Of the file, with the place that is first in it.
typedef struct PairVisits {
    uint32_t first, second;
    uint64_t visits;
} PairVisits;

static int compare_pairs(const void *left, const void *right)
{
    const PairVisits *a = left, *b = right;
    return a->first != b->first ? (a->first < b->first ? -1 : 1) : (a->second > b->second) - (a->second < b->second);
}

static bool comes_after(const Position *a, const Position *b)
{
    if (a->file != b->file)
        return a->file > b->file;
    return a->line != b->line ? a->line > b->line : a->column > b->column;
}

static void append_place(const Cover *cover, uint32_t position)
{
    const Position *place = &cover->program->positions.data[position];
    if (place->file != cover->file) {
        uri_append_plain_path(cover->directory, cover->program->files.data[place->file], cover->out);
        text_append(cover->out, ":");
    }
    text_format(cover->out, "%u:%u", place->line, place->column);
}

// lcov has no records for pairs, and passes over comments.
static void append_pairs(Cover *cover)
{
    const Position *places = cover->program->positions.data;
    VECTOR(PairVisits) pairs = {0};
    for (uint32_t i = 0; i < MET_LIMIT; i++) {
        const MetPair *met = &cover->reached->pairs[i];
        uint32_t first = (uint32_t)met->key - 1, second = (uint32_t)(met->key >> 32) - 1;
        if (!met->key || !places[first].line || !places[second].line)
            continue;
        bool swap = comes_after(&places[first], &places[second]);
        PairVisits pair = {swap ? second : first, swap ? first : second, met->visits};
        if (is_here(cover, pair.first))
            vector_push(&pairs, pair);
    }
    if (pairs.count)
        qsort(pairs.data, pairs.count, sizeof *pairs.data, compare_pairs);
    for (uint32_t i = 0; i < pairs.count; i++) {
        text_append(cover->out, "# met: ");
        append_place(cover, pairs.data[i].first);
        text_append(cover->out, ", ");
        append_place(cover, pairs.data[i].second);
        text_format(cover->out, ", %llu\n", (unsigned long long)pairs.data[i].visits);
    }
    cover->sum.pairs += pairs.count;
    vector_free(&pairs);
}

static bool has_lines(const Cover *cover)
{
    for (uint32_t i = 0; i < cover->program->cover.count; i++) {
        const Function *function = &cover->program->functions.data[cover->program->cover.data[i].function];
        if (is_here(cover, function->position))
            return true;
    }
    return false;
}

static void append_path(Cover *cover, const char *file)
{
    Text path = {0};
    bool below = uri_append_plain_path(cover->directory, file, &path);
    text_format(cover->out, "SF:%s%s%s\n", below ? cover->directory : "", below ? "/" : "", text_string(&path));
    text_free(&path);
}

CoverageSum lcov_append(const Program *program, const Reached *reached, Text *out)
{
    Cover cover = {.program = program, .reached = reached, .directory = getcwd(NULL, 0), .out = out};
    if (!cover.directory)
        cover.directory = memory_copy_string("/");
    for (cover.file = 0; cover.file < program->files.count; cover.file++) {
        const char *file = program->files.data[cover.file];
        if (!strncmp(file, "/usr/", 5) || !has_lines(&cover))
            continue;
        text_append(out, "TN:raddle\n");
        append_path(&cover, file);
        append_functions(&cover);
        append_branches(&cover);
        append_lines(&cover);
        append_pairs(&cover);
        text_append(out, "end_of_record\n");
    }
    cover.sum.more_pairs = reached->more_pairs;
    free(cover.directory);
    return cover.sum;
}
