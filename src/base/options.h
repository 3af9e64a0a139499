// Everything the user can choose. One row of OPTION_TABLE makes the field of Options, its parsing, its default and
// its line in --help; one row of COMPILER_OPTION_TABLE makes an option of clang known, so that a compile command can
// be pasted after `raddle`.
#ifndef RADDLE_BASE_OPTIONS_H
#define RADDLE_BASE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/bounds.h"
#include "base/property.h"
#include "base/rules.h"
#include "base/text.h"
#include "base/vector.h"

// X(identifier, name, arguments, description)
#define COMMAND_TABLE(X)                                                                                     \
    X(CHECK, "check", "[options] FILE.c...", "verify; `check` may be left out")                              \
    X(RUN, "run", "[options] FILE.c...", "one run under a chosen schedule and input")                        \
    X(PREDICT, "predict", "[options] TRACE", "analyse a recorded run without the program")                   \
    X(REPLAY, "replay", "[options] FILE", "run a counterexample or a recorded run again, step by step")      \
    X(ENGINES, "engines", "[options]", "what each engine does and where it comes from")                      \
    X(ORDERS, "orders", "[options] FILE.c...", "the memory orders that the atomic operations need")          \
    X(FACTS, "facts", "[options] FILE.c...", "what is known of shared variables: users, locks, values")      \
    X(FUNCTIONS, "functions", "[options] FILE.c...", "the functions that --function and --threads can call") \
    X(LSP, "lsp", "[options of check]", "a language server on standard input and output, for editors")       \
    X(SERVE, "serve", "[options]", "a page on which programs are written and checked")                       \
    X(INIT, "init", "[FILE.c...]", "write a raddle.toml, the settings of a project")                         \
    X(HELP, "help", "[COMMAND|WORD]", "this text, or all about a word")                                      \
    X(VERSION, "version", "", "the version of raddle and of its front end")

typedef enum Command {
#define X(identifier, name, arguments, description) COMMAND_##identifier,
    COMMAND_TABLE(X)
#undef X
        COMMAND_COUNT
} Command;

// The groups of --help, in its order: X(identifier, title)
#define OPTION_GROUP_TABLE(X)              \
    X(SEARCH, "What to look for, and how") \
    X(EXECUTION, "How the program runs")   \
    X(LIMITS, "When to give up")           \
    X(OUTPUT, "What to show")

typedef enum OptionGroup {
#define X(identifier, title) OPTION_GROUP_##identifier,
    OPTION_GROUP_TABLE(X)
#undef X
        OPTION_GROUP_COUNT
} OptionGroup;

// The sets of commands an option may stand with.
enum {
    ON_CHECK = 1 << COMMAND_CHECK,
    ON_RUN = 1 << COMMAND_RUN,
    ON_PREDICT = 1 << COMMAND_PREDICT,
    ON_REPLAY = 1 << COMMAND_REPLAY,
    ON_ENGINES = 1 << COMMAND_ENGINES,
    ON_ORDERS = 1 << COMMAND_ORDERS,
    ON_FACTS = 1 << COMMAND_FACTS,
    ON_FUNCTIONS = 1 << COMMAND_FUNCTIONS,
    ON_SERVE = 1 << COMMAND_SERVE,
    ON_DECIDE = ON_CHECK | ON_ORDERS, // what a verification is asked, whatever becomes of its answer
    ON_STUDY = ON_ORDERS | ON_FACTS,  // what is made of verifications that are not shown themselves
    ON_ANALYSE = ON_CHECK | ON_PREDICT,
    ON_PROGRAM = ON_DECIDE | ON_RUN | ON_FACTS,
    ON_SOURCE = ON_PROGRAM | ON_FUNCTIONS, // what is read, whatever becomes of it
    ON_PRODUCE = ON_CHECK | ON_RUN | ON_PREDICT,
    ON_VERIFY = ON_PRODUCE | ON_REPLAY,
    ON_ALL = (1 << COMMAND_COUNT) - 1
};

// X(kind, field, letter, name, default, placeholder, group, commands, help)
// Kinds: FLAG; UNSIGNED; BOUND (a number, auto or none); SECONDS; STRING; OUTPUT_FILE (the name of a file that will be
// written); LIST (may be repeated); REST (a list of all arguments that
// follow; with `=` of one); PROPERTIES (a mask); CHOICE (one of the words of the placeholder; the value is its index
// there); CHOICES (a comma-separated list of them; the value is a mask).
// The default is read by the same parser as the command line; NULL leaves the field zero.
#define OPTION_TABLE(X)                                                                                                      \
    X(STRING, engine, 0, "engine", "auto", "NAME", SEARCH, ON_DECIDE,                                                        \
      "search with this engine (see `raddle engines`)")                                                                      \
    X(PROPERTIES, property, 0, "property", "assertion,deadlock,memory,lock,division,abort", "LIST", SEARCH,                  \
      ON_VERIFY | ON_STUDY,                                                                                                  \
      "what counts as a violation; also race, overflow, leak, or all; or a property file of SV-COMP, FILE.prp")              \
    X(STRING, build, 'p', "build", NULL, "BUILD", SEARCH, ON_SOURCE,                                                         \
      "the files and flags of BUILD/compile_commands.json; with FILEs, of these only")                                       \
    X(STRING, function, 0, "function", NULL, "NAME", SEARCH, ON_PROGRAM,                                                     \
      "call this function with arbitrary arguments in place of main")                                                        \
    X(STRING, threads, 0, "threads", NULL, "F,G,...", SEARCH, ON_PROGRAM,                                                    \
      "run these functions as threads, with arbitrary arguments, in place of main")                                          \
    X(STRING, setup, 0, "setup", NULL, "NAME", SEARCH, ON_PROGRAM, "--function, --threads: call this function before")       \
    X(STRING, finally, 0, "finally", NULL, "NAME", SEARCH, ON_PROGRAM,                                                       \
      "--function, --threads: call this function when they have ended")                                                      \
    X(UNSIGNED, function_arrays, 0, "function-arrays", NULL, "N", SEARCH, ON_PROGRAM,                                        \
      "--function, --threads: pointers lead to arrays of N elements, char * to N characters")                                \
    X(FLAG, function_null, 0, "function-null", NULL, NULL, SEARCH, ON_PROGRAM,                                               \
      "--function, --threads: pointers may be NULL, too")                                                                    \
    X(FLAG, arbitrary_globals, 0, "arbitrary-globals", NULL, NULL, SEARCH, ON_PROGRAM,                                       \
      "--function, --threads: global variables begin with any value")                                                        \
    X(FLAG, all, 0, "all", NULL, NULL, SEARCH, ON_ANALYSE,                                                                   \
      "go on after the first violation and list every violated line")                                                        \
    X(FLAG, assume_defined, 0, "assume-defined", NULL, NULL, SEARCH, ON_DECIDE,                                              \
      "take for granted that nothing undefined happens that was not asked about")                                            \
    X(UNSIGNED, context_bound, 0, "context-bound", NULL, "N", SEARCH, ON_ANALYSE,                                            \
      "at most N changes of the running thread, not counting those that creating and joining threads force")                 \
    X(FLAG, deepen, 0, "deepen", NULL, NULL, SEARCH, ON_ANALYSE,                                                             \
      "predict: try --context-bound=0, 1, ... up to the one given, until the bound plays no part")                           \
    X(CHOICE, causal_model, 0, "causal-model", "symbolic", "symbolic|maximal|happens-before", SEARCH, ON_ANALYSE,            \
      "which reorderings of the observed run predict considers: all on the same path, those with the same values "           \
      "read and written, or those with the same order of synchronisation")                                                   \
    X(CHOICE, order, 0, "order", "graph", "graph|clocks", SEARCH, ON_ANALYSE,                                                \
      "how predict encodes the order of events: a graph whose cycles are forbidden, or one clock per event")                 \
    X(UNSIGNED, window, 0, "window", NULL, "N", SEARCH, ON_CHECK,                                                            \
      "predict: reorder so many events of the run at a time; by itself only where a run is too long for one formula")        \
    X(FLAG, no_slice, 0, "no-slice", NULL, NULL, SEARCH, ON_ANALYSE,                                                         \
      "predict, ag: look at everything, not only at what the properties depend on")                                          \
    X(BOUND, unwind, 0, "unwind", "auto", "N|auto|none", SEARCH, ON_DECIDE,                                                  \
      "at most N iterations of each loop; auto: 1, 2, 3, 5, 8, ... where runs are too long; none: never")                    \
    X(BOUND, max_threads_per_site, 0, "max-threads-per-site", "auto", "N|auto|none", SEARCH, ON_DECIDE,                      \
      "at most N threads created by one call; auto: as many as iterations with --unwind=auto")                               \
    X(CHOICE, strategy, 0, "strategy", "2", "1|2", SEARCH, ON_CHECK,                                                         \
      "mpc: how to find new paths: 1, by combining what one run showed, which misses some; 2, all")                          \
    X(FLAG, no_dpor, 0, "no-dpor", NULL, NULL, SEARCH, ON_DECIDE,                                                            \
      "ag, and the proofs of lazy, record and uw without a bound: no partial order reduction")                               \
    X(CHOICES, keep_order, 0, "keep-order", NULL, "updates|attempts|barriers|sharers|rounds|undone|guarded|twins", SEARCH, ON_DECIDE,      \
      "dpor, ag: try both orders of these though they make no difference: updates that change nothing, failed "              \
      "attempts, arrivals at a barrier, readers of a lock, rounds of a waiting loop, rounds that take back what "            \
      "they did, accesses under a lock, threads that are alike")                                                                                                            \
    X(CHOICE, encoding, 0, "encoding", "order", "order|step", SEARCH, ON_CHECK,                                              \
      "tdv: formulas over the order of events, or over steps with a copy of every variable each, as in its paper")           \
    X(FLAG, ppor, 0, "ppor", NULL, NULL, SEARCH, ON_CHECK, "--encoding=step, bmc: peephole partial order reduction")         \
    X(FLAG, tl_ssa, 0, "tl-ssa", NULL, NULL, SEARCH, ON_CHECK,                                                               \
      "--encoding=step, bmc: one copy of what a thread has read, not one for each step")                                     \
    X(UNSIGNED, summaries, 0, "summaries", "65536", "N", SEARCH, ON_CHECK,                                                   \
      "ag: keep what was learned of at most N states")                                                                       \
    X(UNSIGNED, summary_size, 0, "summary-size", "20000", "N", SEARCH, ON_CHECK,                                             \
      "ag: drop what was learned of a state if it takes more than N operators")                                              \
    X(UNSIGNED, runs, 0, "runs", "10000", "N", SEARCH, ON_CHECK, "number of runs of the engine stress")                      \
    X(UNSIGNED, jobs, 0, "jobs", "1", "N", SEARCH, ON_DECIDE | ON_SERVE, "search with N workers")                            \
    X(SECONDS, divide_after, 0, "divide-after", "0.05", "SECONDS", SEARCH, ON_DECIDE,                                        \
      "--jobs: the engines that fork divide a search that takes longer")                                                     \
    X(LIST, input, 0, "input", NULL, "V1,V2,...", EXECUTION, ON_PROGRAM,                                                     \
      "the values the program reads, in their order; or NAME=VALUE for one variable; may be repeated")                       \
    X(STRING, schedule, 0, "schedule", NULL, "SCHEDULE", EXECUTION, ON_PROGRAM,                                              \
      "of the run, or of the run that predict observes: run-until-blocked (default), round-robin, random:SEED, "             \
      "pct:SEED,DEPTH, or file:FILE for a recorded one")                                                                     \
    X(UNSIGNED, seed, 0, "seed", "1", "N", EXECUTION, ON_PROGRAM,                                                            \
      "seed of everything random: schedules, inputs not given")                                                              \
    X(REST, args, 0, "args", NULL, "A...", EXECUTION, ON_PROGRAM,                                                            \
      "arguments of the program: all that follows; --args=A gives one and may be repeated")                                  \
    X(UNSIGNED, args_symbolic, 0, "args-symbolic", "0", "N", EXECUTION, ON_PROGRAM,                                          \
      "N more arguments of the program, arbitrary strings of at most 4 characters")                                          \
    X(LIST, given_files, 0, "file", NULL, "NAME=CONTENT", EXECUTION, ON_PROGRAM,                                             \
      "a file that the program can open, with C's escapes; NAME=@HOSTFILE reads it; may be repeated")                        \
    X(CHOICE, data_model, 0, "data-model", "host", "host|ILP32|LP64", EXECUTION, ON_SOURCE,                                  \
      "sizes of long and pointers")                                                                                          \
    X(CHOICE, extern_mode, 0, "extern", "stop", "stop|havoc", EXECUTION, ON_PROGRAM,                                         \
      "at a function without body or model: stop with UNKNOWN, or go on with an arbitrary result")                           \
    X(FLAG, confined, 0, "confined", NULL, NULL, EXECUTION, ON_SOURCE,                                                       \
      "a program of somebody else: it may include the headers of the system, and no other file is read")                     \
    RULE_OPTION_TABLE(X)                                                                                                     \
    X(FLAG, native, 0, "native", NULL, NULL, EXECUTION, ON_REPLAY,                                                           \
      "build the program with clang and run it on this machine, with the recorded schedule and inputs")                      \
    X(STRING, native_dir, 0, "native-dir", NULL, "DIR", EXECUTION, ON_REPLAY,                                                \
      "--native: build in DIR and keep what is built, for a debugger")                                                       \
    X(SECONDS, timeout, 0, "timeout", NULL, "SECONDS", LIMITS, ON_VERIFY | ON_STUDY | ON_FUNCTIONS | ON_SERVE,               \
      "end with UNKNOWN(timeout) after this time")                                                                           \
    X(UNSIGNED, memory_limit, 0, "memory-limit", NULL, "MB", LIMITS, ON_VERIFY | ON_STUDY | ON_FUNCTIONS | ON_SERVE,         \
      "end with UNKNOWN(memory limit) above this resident memory")                                                           \
    X(UNSIGNED, port, 0, "port", "8000", "N", EXECUTION, ON_SERVE,                                                           \
      "where the page is: http://127.0.0.1:N/; 0: any free port")                                                            \
    X(UNSIGNED, max_steps, 0, "max-steps", NULL, "N", LIMITS, ON_PROGRAM, "give up a run after N instructions")              \
    X(FLAG, no_minimise, 0, "no-minimise", NULL, NULL, SEARCH, ON_CHECK,                                                     \
      "leave a counterexample as the engine found it: do not look for one with fewer context switches")                      \
    X(OUTPUT_FILE, json, 0, "json", NULL, "FILE", OUTPUT, ON_VERIFY | ON_ENGINES | ON_STUDY | ON_FUNCTIONS,                  \
      "write the result as JSON; - for standard output")                                                                     \
    X(STRING, apply, 0, "apply", NULL, "FILE", OUTPUT, ON_ORDERS,                                                            \
      "write the source with the orders that are proposed; into a folder, if several files change; - for standard output")   \
    X(OUTPUT_FILE, html, 0, "html", NULL, "FILE", OUTPUT, ON_VERIFY,                                                         \
      "write the result, with the counterexamples step by step, as a page for a browser; - for standard output")             \
    X(OUTPUT_FILE, sarif, 0, "sarif", NULL, "FILE", OUTPUT, ON_ANALYSE,                                                      \
      "write the result as SARIF, for editors and code hosts")                                                               \
    X(OUTPUT_FILE, junit, 0, "junit", NULL, "FILE", OUTPUT, ON_ANALYSE,                                                      \
      "write the result as JUnit XML, one test per property, for CI servers; - for standard output")                         \
    X(OUTPUT_FILE, code_quality, 0, "code-quality", NULL, "FILE", OUTPUT, ON_ANALYSE,                                        \
      "write the violations in GitLab's code quality format; - for standard output")                                         \
    X(OUTPUT_FILE, annotations, 0, "annotations", NULL, "FILE", OUTPUT, ON_ANALYSE,                                          \
      "write the violations as commands for GitHub's runner, which shows them in the source; - for standard output")         \
    X(OUTPUT_FILE, diagnostics, 0, "diagnostics", NULL, "FILE", OUTPUT, ON_ANALYSE,                                          \
      "write the violations as diagnostics of the language server protocol, for editors; - for standard output")             \
    X(OUTPUT_FILE, coverage, 0, "coverage", NULL, "FILE", OUTPUT, ON_CHECK,                                                  \
      "write which lines and branches all runs together have come to, as lcov reads it")                                     \
    X(OUTPUT_FILE, witness, 0, "witness", NULL, "FILE", OUTPUT, ON_ANALYSE,                                                  \
      "write a verification witness of SV-COMP: GraphML if FILE ends in .graphml, else YAML")                                \
    X(OUTPUT_FILE, record, 0, "record", NULL, "FILE", OUTPUT, ON_PRODUCE,                                                    \
      "save the run, for `raddle predict` and `raddle replay`, or the counterexample")                                       \
    X(STRING, suppressions, 0, "suppressions", NULL, "FILE", SEARCH, ON_CHECK,                                               \
      "do not report the violations that FILE lists: lines PROPERTIES PATTERN, a pattern of files, FILE:LINE or FUNCTION()") \
    X(STRING, baseline, 0, "baseline", NULL, "FILE", SEARCH, ON_CHECK,                                                       \
      "report only violations that are not in FILE, which --write-baseline has written")                                     \
    X(OUTPUT_FILE, write_baseline, 0, "write-baseline", NULL, "FILE", OUTPUT, ON_CHECK,                                      \
      "write the violations that there are, all of them, for --baseline")                                                    \
    X(OUTPUT_FILE, write_stubs, 0, "write-stubs", NULL, "FILE", OUTPUT, ON_PROGRAM,                                          \
      "write C stubs of all functions without a model that the program may call, to be edited and given as a file")          \
    X(CHOICES, dump, 0, "dump", NULL, "ir|formula|smt2|paths|paths-dot|interleavings|facts|facts-json", OUTPUT,              \
      ON_PRODUCE,                                                                                                            \
      "print these forms and go on: the program; the formulas of predict, for people or as SMT-LIB 2; the tree of "          \
      "paths of mpc, for people or for Graphviz; all interleavings of a run of tdv; facts of abstract")                      \
    X(FLAG, show_invariant, 0, "show-invariant", NULL, NULL, OUTPUT, ON_CHECK,                                               \
      "after a proof by invariants: print the invariant, in terms of the program's variables")                               \
    X(CHOICE, trace, 0, "trace", "normal", "short|normal|full", OUTPUT, ON_VERIFY,                                           \
      "how much of a run to print: what the explanation names, what fits on a page, or every step (also -v)")                \
    X(CHOICE, color, 0, "color", "auto", "auto|always|never", OUTPUT, ON_VERIFY | ON_STUDY, "colours in the text")           \
    X(CHOICE, progress, 0, "progress", "auto", "auto|none|json", OUTPUT, ON_CHECK,                                           \
      "what to tell meanwhile on standard error: a line on a terminal (auto), nothing, or a line of JSON a second")          \
    X(STRING, config, 0, "config", NULL, "FILE", SEARCH, ON_SOURCE,                                                          \
      "read the settings of FILE, not those of raddle.toml in the working directory")                                        \
    X(FLAG, no_config, 0, "no-config", NULL, NULL, SEARCH, ON_SOURCE, "read no settings")                                    \
    X(FLAG, verbose, 'v', "verbose", NULL, NULL, OUTPUT, ON_ALL, "say more: statistics, what each stage did")                \
    X(FLAG, quiet, 'q', "quiet", NULL, NULL, OUTPUT, ON_ALL, "print the verdict line only")                                  \
    X(FLAG, help, 'h', "help", NULL, NULL, OUTPUT, ON_ALL, "print this text")                                                \
    X(FLAG, version, 'V', "version", NULL, NULL, OUTPUT, ON_ALL, "print the version")

// Options of the compiler: X(form, name, placeholder, passed, help); the first row that matches decides, rows without
// help are not listed in --help. Forms: EXACT; PREFIX (whatever begins with the name); JOINED (the value follows at
// once or as the next argument); SEPARATE (the value is the next argument); LONG (value after `=` or as the next
// argument). What would change the meaning of the program for the analysis (optimisation, instrumentation) or
// concerns the linker is taken and dropped.
#define COMPILER_OPTION_TABLE(X)                                                       \
    X(JOINED, "-I", "DIR", true, "look for headers in DIR")                            \
    X(JOINED, "-D", "NAME[=VALUE]", true, "define a macro")                            \
    X(JOINED, "-U", "NAME", true, "undefine a macro")                                  \
    X(SEPARATE, "-include", "FILE", true, "read FILE before each source file")         \
    X(SEPARATE, "-imacros", "FILE", true, NULL)                                        \
    X(SEPARATE, "-isysroot", "DIR", true, NULL)                                        \
    X(JOINED, "-isystem", "DIR", true, NULL)                                           \
    X(JOINED, "-iquote", "DIR", true, NULL)                                            \
    X(JOINED, "-idirafter", "DIR", true, NULL)                                         \
    X(PREFIX, "--sysroot=", "DIR", true, NULL)                                         \
    X(SEPARATE, "--sysroot", "DIR", true, NULL)                                        \
    X(PREFIX, "-std=", "STANDARD", true, "the C standard, e.g. gnu11")                 \
    X(LONG, "--target", "TRIPLE", true, "compile for another machine")                 \
    X(SEPARATE, "-target", "TRIPLE", true, NULL)                                       \
    X(LONG, "--param", "NAME=VALUE", false, NULL)                                      \
    X(PREFIX, "-mtune=", "...", false, NULL)                                           \
    X(PREFIX, "-mindirect-branch", "...", false, NULL)                                 \
    X(PREFIX, "-mfunction-return", "...", false, NULL)                                 \
    X(PREFIX, "-mpreferred-stack-boundary", "...", false, NULL)                        \
    X(PREFIX, "-m", "...", true, "options of the machine, e.g. -m32")                  \
    X(PREFIX, "-Wl,", "...", false, NULL)                                              \
    X(PREFIX, "-Wa,", "...", false, NULL)                                              \
    X(PREFIX, "-Wp,-M", "...", false, NULL)                                            \
    X(PREFIX, "-Werror", "...", false, NULL)                                           \
    X(PREFIX, "-W", "...", true, "warnings of clang")                                  \
    X(PREFIX, "-pedantic", "...", true, NULL)                                          \
    X(EXACT, "-w", NULL, true, NULL)                                                   \
    X(EXACT, "-ansi", NULL, true, NULL)                                                \
    X(EXACT, "-trigraphs", NULL, true, NULL)                                           \
    X(EXACT, "-undef", NULL, true, NULL)                                               \
    X(EXACT, "-nostdinc", NULL, true, NULL)                                            \
    X(EXACT, "-pthread", NULL, true, NULL)                                             \
    X(PREFIX, "-fsanitize", "...", false, NULL)                                        \
    X(PREFIX, "-fno-sanitize", "...", false, NULL)                                     \
    X(PREFIX, "-flto", "...", false, NULL)                                             \
    X(PREFIX, "-fno-lto", "...", false, NULL)                                          \
    X(PREFIX, "-ffat-lto", "...", false, NULL)                                         \
    X(PREFIX, "-fno-fat-lto", "...", false, NULL)                                      \
    X(PREFIX, "-fwhole-program", "...", false, NULL)                                   \
    X(PREFIX, "-fprofile", "...", false, NULL)                                         \
    X(PREFIX, "-fno-profile", "...", false, NULL)                                      \
    X(PREFIX, "-fcoverage", "...", false, NULL)                                        \
    X(PREFIX, "-ftest-coverage", "...", false, NULL)                                   \
    X(PREFIX, "-fvisibility", "...", false, NULL)                                      \
    X(PREFIX, "-fstack-", "...", false, NULL)                                          \
    X(PREFIX, "-fno-stack-", "...", false, NULL)                                       \
    X(PREFIX, "-fcf-protection", "...", false, NULL)                                   \
    X(PREFIX, "-fPIC", "...", false, NULL)                                             \
    X(PREFIX, "-fPIE", "...", false, NULL)                                             \
    X(PREFIX, "-fpic", "...", false, NULL)                                             \
    X(PREFIX, "-fpie", "...", false, NULL)                                             \
    X(PREFIX, "-fno-PIC", "...", false, NULL)                                          \
    X(PREFIX, "-fno-PIE", "...", false, NULL)                                          \
    X(PREFIX, "-fno-pic", "...", false, NULL)                                          \
    X(PREFIX, "-fno-pie", "...", false, NULL)                                          \
    X(PREFIX, "-fplt", "...", false, NULL)                                             \
    X(PREFIX, "-fno-plt", "...", false, NULL)                                          \
    X(PREFIX, "-fdiagnostics", "...", false, NULL)                                     \
    X(PREFIX, "-fno-diagnostics", "...", false, NULL)                                  \
    X(PREFIX, "-fcolor", "...", false, NULL)                                           \
    X(PREFIX, "-fno-color", "...", false, NULL)                                        \
    X(PREFIX, "-fmessage-length", "...", false, NULL)                                  \
    X(PREFIX, "-fmax-errors", "...", false, NULL)                                      \
    X(PREFIX, "-ferror-limit", "...", false, NULL)                                     \
    X(PREFIX, "-fdebug-", "...", false, NULL)                                          \
    X(PREFIX, "-ffile-prefix-map", "...", false, NULL)                                 \
    X(PREFIX, "-fmacro-prefix-map", "...", false, NULL)                                \
    X(PREFIX, "-fsemantic-interposition", "...", false, NULL)                          \
    X(PREFIX, "-fno-semantic-interposition", "...", false, NULL)                       \
    X(PREFIX, "-ffunction-sections", "...", false, NULL)                               \
    X(PREFIX, "-fno-function-sections", "...", false, NULL)                            \
    X(PREFIX, "-fdata-sections", "...", false, NULL)                                   \
    X(PREFIX, "-fno-data-sections", "...", false, NULL)                                \
    X(PREFIX, "-fomit-frame-pointer", "...", false, NULL)                              \
    X(PREFIX, "-fno-omit-frame-pointer", "...", false, NULL)                           \
    X(PREFIX, "-ftree-", "...", false, NULL)                                           \
    X(PREFIX, "-fno-tree-", "...", false, NULL)                                        \
    X(PREFIX, "-fipa-", "...", false, NULL)                                            \
    X(PREFIX, "-fno-ipa-", "...", false, NULL)                                         \
    X(PREFIX, "-finline", "...", false, NULL)                                          \
    X(PREFIX, "-fno-inline", "...", false, NULL)                                       \
    X(PREFIX, "-funroll", "...", false, NULL)                                          \
    X(PREFIX, "-fno-unroll", "...", false, NULL)                                       \
    X(PREFIX, "-fvar-tracking", "...", false, NULL)                                    \
    X(PREFIX, "-fno-var-tracking", "...", false, NULL)                                 \
    X(PREFIX, "-fconserve-stack", "...", false, NULL)                                  \
    X(PREFIX, "-freorder", "...", false, NULL)                                         \
    X(PREFIX, "-fno-reorder", "...", false, NULL)                                      \
    X(PREFIX, "-falign-", "...", false, NULL)                                          \
    X(PREFIX, "-fno-align-", "...", false, NULL)                                       \
    X(PREFIX, "-flive-patching", "...", false, NULL)                                   \
    X(PREFIX, "-fplugin", "...", false, NULL)                                          \
    X(PREFIX, "-fuse-ld", "...", false, NULL)                                          \
    X(PREFIX, "-fanalyzer", "...", false, NULL)                                        \
    X(PREFIX, "-fzero-call-used-regs", "...", false, NULL)                             \
    X(PREFIX, "-fasynchronous-unwind", "...", false, NULL)                             \
    X(PREFIX, "-fno-asynchronous-unwind", "...", false, NULL)                          \
    X(PREFIX, "-funwind", "...", false, NULL)                                          \
    X(PREFIX, "-fno-unwind", "...", false, NULL)                                       \
    X(PREFIX, "-fdump-", "...", false, NULL)                                           \
    X(PREFIX, "-fverbose-asm", "...", false, NULL)                                     \
    X(PREFIX, "-fsave-", "...", false, NULL)                                           \
    X(PREFIX, "-fident", "...", false, NULL)                                           \
    X(PREFIX, "-fno-ident", "...", false, NULL)                                        \
    X(PREFIX, "-fno-guess", "...", false, NULL)                                        \
    X(PREFIX, "-fno-jump-tables", "...", false, NULL)                                  \
    X(PREFIX, "-fno-allow-store", "...", false, NULL)                                  \
    X(PREFIX, "-fno-partial-inlining", "...", false, NULL)                             \
    X(PREFIX, "-fno-caller-saves", "...", false, NULL)                                 \
    X(PREFIX, "-fno-optimize-sibling", "...", false, NULL)                             \
    X(PREFIX, "-f", "...", true, "options of the language, e.g. -fwrapv")              \
    X(PREFIX, "-O", "...", false, "taken and ignored, like -g, -l, -L, -o, -c, -M...") \
    X(PREFIX, "-g", "...", false, NULL)                                                \
    X(JOINED, "-l", "LIBRARY", false, NULL)                                            \
    X(JOINED, "-L", "DIR", false, NULL)                                                \
    X(JOINED, "-o", "FILE", false, NULL)                                               \
    X(JOINED, "-MF", "FILE", false, NULL)                                              \
    X(JOINED, "-MT", "TARGET", false, NULL)                                            \
    X(JOINED, "-MQ", "TARGET", false, NULL)                                            \
    X(JOINED, "-MJ", "FILE", false, NULL)                                              \
    X(PREFIX, "-M", "...", false, NULL)                                                \
    X(JOINED, "-x", "LANGUAGE", false, NULL)                                           \
    X(SEPARATE, "-Xlinker", "OPTION", false, NULL)                                     \
    X(SEPARATE, "-Xassembler", "OPTION", false, NULL)                                  \
    X(SEPARATE, "-u", "SYMBOL", false, NULL)                                           \
    X(SEPARATE, "-z", "KEYWORD", false, NULL)                                          \
    X(SEPARATE, "-T", "SCRIPT", false, NULL)                                           \
    X(JOINED, "-B", "DIR", false, NULL)                                                \
    X(PREFIX, "-specs=", "...", false, NULL)                                           \
    X(PREFIX, "-save-temps", "...", false, NULL)                                       \
    X(PREFIX, "-static", "...", false, NULL)                                           \
    X(EXACT, "-c", NULL, false, NULL)                                                  \
    X(EXACT, "-v", NULL, false, NULL)                                                  \
    X(EXACT, "-S", NULL, false, NULL)                                                  \
    X(EXACT, "-pipe", NULL, false, NULL)                                               \
    X(EXACT, "-shared", NULL, false, NULL)                                             \
    X(EXACT, "-rdynamic", NULL, false, NULL)                                           \
    X(EXACT, "-pie", NULL, false, NULL)                                                \
    X(EXACT, "-no-pie", NULL, false, NULL)                                             \
    X(EXACT, "-nostdlib", NULL, false, NULL)                                           \
    X(EXACT, "-nostartfiles", NULL, false, NULL)                                       \
    X(EXACT, "-nodefaultlibs", NULL, false, NULL)                                      \
    X(EXACT, "-s", NULL, false, NULL)                                                  \
    X(EXACT, "-r", NULL, false, NULL)                                                  \
    X(EXACT, "-pg", NULL, false, NULL)

typedef enum OptionKind {
    OPTION_FLAG,
    OPTION_UNSIGNED,
    OPTION_BOUND,
    OPTION_SECONDS,
    OPTION_STRING,
    OPTION_OUTPUT_FILE,
    OPTION_LIST,
    OPTION_REST,
    OPTION_PROPERTIES,
    OPTION_CHOICE,
    OPTION_CHOICES
} OptionKind;

// The values of the choices, in the order of the placeholders above (OrderChoice has the values of OrderMethod).
typedef enum DataModel { DATA_MODEL_HOST, DATA_MODEL_ILP32, DATA_MODEL_LP64 } DataModel;
typedef enum ExternMode { EXTERN_STOP, EXTERN_HAVOC } ExternMode;
typedef enum VolatileMode { VOLATILE_PLAIN, VOLATILE_ATOMIC } VolatileMode;
typedef enum MemoryModel { MEMORY_MODEL_SC, MEMORY_MODEL_TSO, MEMORY_MODEL_PSO, MEMORY_MODEL_C11 } MemoryModel;
typedef enum TraceDetail { TRACE_SHORT, TRACE_NORMAL, TRACE_FULL } TraceDetail;
typedef enum ColorMode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } ColorMode;
typedef enum CausalModel { CAUSAL_SYMBOLIC, CAUSAL_MAXIMAL, CAUSAL_HAPPENS_BEFORE } CausalModel;
typedef enum ProgressChoice { PROGRESS_ON_TERMINAL, PROGRESS_UNTOLD, PROGRESS_AS_JSON } ProgressChoice;
typedef enum StrategyChoice { STRATEGY_1, STRATEGY_2 } StrategyChoice;
typedef enum EncodingChoice { ENCODING_ORDER, ENCODING_STEP } EncodingChoice;
typedef enum OrderChoice { ORDER_CHOICE_GRAPH, ORDER_CHOICE_CLOCKS } OrderChoice;
enum {
    KEEP_UPDATES = 1 << 0,
    KEEP_ATTEMPTS = 1 << 1,
    KEEP_BARRIERS = 1 << 2,
    KEEP_SHARERS = 1 << 3,
    KEEP_ROUNDS = 1 << 4,
    KEEP_UNDONE = 1 << 5,
    KEEP_GUARDED = 1 << 6,
    KEEP_TWINS = 1 << 7
};
enum {
    DUMP_IR = 1 << 0,
    DUMP_FORMULA = 1 << 1,
    DUMP_SMT2 = 1 << 2,
    DUMP_PATHS = 1 << 3,
    DUMP_PATHS_DOT = 1 << 4,
    DUMP_INTERLEAVINGS = 1 << 5,
    DUMP_FACTS = 1 << 6,
    DUMP_FACTS_JSON = 1 << 7
};

typedef VECTOR(const char *) StringList;

#define OPTION_TYPE_FLAG bool
#define OPTION_TYPE_UNSIGNED uint64_t
#define OPTION_TYPE_BOUND uint64_t // or NO_BOUND, BOUND_AUTO
#define OPTION_TYPE_SECONDS double
#define OPTION_TYPE_STRING const char *
#define OPTION_TYPE_OUTPUT_FILE const char *
#define OPTION_TYPE_LIST StringList
#define OPTION_TYPE_REST StringList
#define OPTION_TYPE_PROPERTIES PropertyMask
#define OPTION_TYPE_CHOICE unsigned
#define OPTION_TYPE_CHOICES unsigned

typedef enum OptionId {
#define X(kind, field, ...) OPTION_ID_##field,
    OPTION_TABLE(X)
#undef X
        OPTION_COUNT
} OptionId;

// A bit per OptionId.
__extension__ typedef unsigned __int128 OptionSet;
#define OPTION_BIT(field) ((OptionSet)1 << OPTION_ID_##field)

// Strings point into the argument vector of the program, or into `strings`.
typedef struct Options {
    Command command;
#define X(kind, field, ...) OPTION_TYPE_##kind field;
    OPTION_TABLE(X)
#undef X
    StringList files;
    const char *standard_input;    // the text of the file "-"; NULL: not read
    StringList file_arguments;     // for each file, quoted as for a shell; empty: there is no compilation database
    StringList compiler_arguments; // for clang, in their order; a value in an argument of its own follows its option
    StringList words;              // the command line after the command, as it was given
    StringList notes;              // what the user should know, one line each
    OptionSet given;               // stood on the command line or in a task definition
    Arena strings;                 // what a task definition or a compilation database brought
} Options;

// The commands with whose options the command may stand: a language server gets those of its checks.
static inline unsigned options_of_command(Command command)
{
    return 1u << command | (command == COMMAND_LSP ? (unsigned)ON_CHECK : 0);
}

// Whether the command loads a program.
static inline bool options_take_program(const Options *options)
{
    return (ON_SOURCE & 1u << options->command) != 0;
}

// Whether the user gave an option, e.g. OPTION_GIVEN(options, unwind), where zero is a value like any other.
#define OPTION_GIVEN(options, field) (((options)->given & OPTION_BIT(field)) != 0)

typedef struct OptionDescription {
    OptionKind kind;
    OptionGroup group;
    unsigned commands;
    char letter; // 0: none
    const char *name;
    const char *default_text;
    const char *placeholder;
    const char *help;
    uint32_t offset; // of the field in Options
} OptionDescription;

typedef struct CommandDescription {
    const char *name;
    const char *arguments;
    const char *description;
} CommandDescription;

typedef enum CompilerOptionForm {
    COMPILER_OPTION_EXACT,
    COMPILER_OPTION_PREFIX,
    COMPILER_OPTION_JOINED,
    COMPILER_OPTION_SEPARATE,
    COMPILER_OPTION_LONG
} CompilerOptionForm;

typedef struct CompilerOptionDescription {
    CompilerOptionForm form;
    bool passed;
    const char *name;
    const char *placeholder;
    const char *help;
} CompilerOptionDescription;

const OptionDescription *options_description(OptionId option);
// NULL past the end of the table.
const CompilerOptionDescription *options_compiler_description(unsigned index);
const CommandDescription *options_command_description(Command command);
const char *options_command_name(Command command);
const char *options_group_title(OptionGroup group);

// Whether the value is a list that grows with every use of the option.
bool options_is_list(OptionKind kind);

// The file that an option of the kind OUTPUT_FILE names; NULL if it is not given, or of another kind.
const char *options_output_file(const Options *options, OptionId option);

// All defaults, no files. Released with options_free.
void options_initialize(Options *options, Command command);
// Reads what stands after the command. On failure returns false and sets a message that names the argument.
bool options_parse(Options *options, int count, const char *const *arguments, Text *error);
// The same of the command line of a compiler: options of raddle's are unknown there.
bool options_parse_compiler(Options *options, int count, const char *const *arguments, Text *error);
void options_free(Options *options);

Bounds bounds_of(const Options *options);
Rules rules_of(const Options *options);

// Appends the help of one command, or with COMMAND_HELP that of all.
void options_append_help(Command command, Text *text);
// What is used daily, on one screen.
void options_append_overview(Text *text);
// Parts of the whole.
void options_append_option(OptionId id, Text *text);
void options_append_compiler_options(Text *text);
void options_append_properties(Text *text);
void options_append_verdicts(Text *text);

#endif
