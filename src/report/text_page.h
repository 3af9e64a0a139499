// The parts of a printed run. Private to the files text*.c.
#ifndef RADDLE_REPORT_TEXT_PAGE_H
#define RADDLE_REPORT_TEXT_PAGE_H

#include "base/arena.h"
#include "base/none.h"
#include "report/color.h"
#include "report/report.h"
#include "report/excerpt.h"
#include "report/shown.h"
#include "report/source.h"

typedef struct Row {
    uint32_t column;
    uint32_t step;      // its number; 0: the row stands for several
    const char *label;  // the position; "" where it is that of the row above
    const char *source; // the line there, or ""
    const char *what;
    const char *color;
    bool follows_change; // of thread
    bool told;           // the explanation speaks of it
    bool across;         // stands for steps of several threads, in no column
} Row;

typedef struct Column {
    uint32_t thread;
    const char *title; // "thread 2: worker"
    const char *name;  // in front of its rows where there is one column for all
    unsigned width;
    unsigned longest_source; // of its rows
} Column;

// Everything that is known before the first line is printed.
typedef struct Page {
    const Trace *trace;
    bool color;
    unsigned width; // of the terminal; 0: unlimited
    TraceDetail detail;
    Arena arena;
    SourceCache sources;
    StepNumbers steps;
    Excerpt excerpt;
    Relevance told;         // by event: the explanation speaks of it
    Relevance shown;        // by event: has a row of its own
    VECTOR(uint32_t) taken; // by event: the write of another thread whose value it reads, or NONE
    VECTOR(Row) rows;
    VECTOR(Column) columns; // one per thread with rows, in the order of their creation
    uint32_t rows_at_start; // before what is left out
    uint32_t left_out;      // events that have no row, of a run that explains nothing
    unsigned step_width;
    unsigned label_width;
    unsigned source_width; // 0: source lines have no column of their own
    unsigned longest_source;
    bool quoted; // they stand in the threads' columns, above the events
    bool single; // one column for all threads, of these widths
    unsigned single_width;
    unsigned name_width; // of the threads, in front of it
} Page;

// text_rows.c: makes the rows of the events that are shown, in place of those that were made before.
void text_make_rows(Page *page);
void text_find_writers(Page *page);

// text_layout.c: places the rows and prints them.
void text_print_rows(Page *page, Text *out);
// Bytes of `text` that go on a line of `width`: up to a space where there is one.
size_t text_wrap_bytes(const char *text, unsigned width);

#endif
