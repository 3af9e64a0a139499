/*
 * libraddle: the verifier of multithreaded C programs as a library, for C and C++. doc/libraddle.md has an example and
 * says more.
 *
 *     raddle *verifier = raddle_create();
 *     const char *files[] = {"bank.c"};
 *     if (raddle_set(verifier, "engine", "mpc") && raddle_load(verifier, 1, files) && raddle_verify(verifier))
 *         puts(raddle_verdict(verifier));
 *     else
 *         fputs(raddle_error(verifier), stderr);
 *     raddle_free(verifier);
 *
 * Failure. A function that returns bool returns false when it fails, and raddle_error then says why. Whatever failed,
 * the handle can be used on. A function that returns a pointer says what NULL means. No function prints, ends the
 * process, or touches signal handlers, with two exceptions, in both of which no verdict could be trusted: when memory
 * runs out, and when raddle finds one of its own invariants broken, it says so on standard error and calls abort(). (In
 * a C++ program it can be std::bad_alloc instead that leaves raddle_verify; the handle is then lost.)
 *
 * Ownership. The library copies what it is given. Strings and structures that it hands out belong to the handle (those
 * of functions without a handle: to the library, for ever) and stay valid until the function that says so; only
 * raddle_report gives something away.
 *
 * Threads. A handle is for one thread at a time; raddle_interrupt alone may be called by any thread, and by a signal
 * handler, while the handle exists. Several handles can exist and be used at the same time, one after the other or in
 * different threads.
 *
 * Processes. raddle_load runs clang and waits for it. With the engine `auto` and with the option `jobs` raddle_verify
 * forks processes that run this library's code only, print nothing, and are gone when it returns; doc/libraddle.md says
 * what this asks of a program. A program that reaps children it did not start (waitpid with -1, or SIGCHLD ignored)
 * takes raddle's away: loading then fails.
 */
#ifndef RADDLE_H
#define RADDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define RADDLE_API __attribute__((visibility("default")))
#else
#define RADDLE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* One program with options and, once it is verified, a verdict. */
typedef struct raddle raddle;

/* The version of the library, such as "0.1.0". */
RADDLE_API const char *raddle_version(void);

/* --- A handle --- */

/* Options have their defaults, no program is loaded. Never NULL. */
RADDLE_API raddle *raddle_create(void);
/* Frees the handle and all that it handed out. NULL is allowed. Not while raddle_verify is at work. */
RADDLE_API void raddle_free(raddle *handle);

/* What was wrong when a function last failed on this handle, one line per message, without a newline at the end; "" if
 * none has failed. Of loading, clang's own words are part of it. Valid until the next function that can fail is called
 * on the handle. */
RADDLE_API const char *raddle_error(const raddle *handle);

/* --- Before verifying --- */

/* Sets an option of the command line `raddle check`, by its name without the dashes: raddle_set(handle, "engine",
 * "dpor"). The value is what stands after `=` there. A flag such as "all" is set by "true" or NULL and taken back by
 * "false"; any other option is put back to its default by NULL. Setting an option again replaces its value, except
 * "input", which adds one. Options about what the command line shows and writes are refused (use raddle_report), and so
 * are unknown names and wrong values; the options are then what they were. What is set after raddle_load counts, too:
 * raddle_verify then loads the program again. */
RADDLE_API bool raddle_set(raddle *handle, const char *name, const char *value);

/* Adds arguments for clang, those that `raddle check` takes: "-DN=2", "-I", "include". An argument and its value belong
 * into one call. On failure nothing is added. Counts after raddle_load like raddle_set. */
RADDLE_API bool raddle_add_clang_arguments(raddle *handle, size_t count, const char *const *arguments);

/* Compiles and loads a program: files that end in .c, .i, .bc or .ll, linked together; or one task definition of
 * SV-COMP, .yml, which can bring options of its own (those that were set win). Replaces the program and the verdict
 * that the handle had. On failure it has none. Names are relative to the current directory, and read again if the
 * program is loaded again. An interrupt has no effect on loading. */
RADDLE_API bool raddle_load(raddle *handle, size_t count, const char *const *files);

/* What clang said, and notes about options that the engine does not heed, when the program was last loaded, by
 * raddle_load or raddle_verify; "" if nothing. Present after failure, too. Valid until it is loaded again. */
RADDLE_API const char *raddle_diagnostics(const raddle *handle);

/* --- Verifying --- */

/* Verifies the loaded program. Fails if none is loaded, or if it had to be loaded again and that failed; the handle
 * then has no verdict. Otherwise the handle has a new verdict, perhaps UNKNOWN. The options "timeout" and
 * "memory-limit" count from here; the memory is that of the whole process. Can be called again, to verify with other
 * options. */
RADDLE_API bool raddle_verify(raddle *handle);

/* Calls `callback` now and then while raddle_verify is at work, in the thread that called it: with the engine that
 * searches, and what that has done so far. The callback may call raddle_interrupt and nothing else on the handle. NULL:
 * nobody is called. */
typedef void raddle_progress(void *context, const char *engine, unsigned long long runs, unsigned long long events);
RADDLE_API void raddle_on_progress(raddle *handle, raddle_progress *callback, void *context);

/* Asks raddle_verify to end soon, with UNKNOWN(interrupted). If it is not at work, the next one will end at once; each
 * interrupt ends one. Returns immediately. */
RADDLE_API void raddle_interrupt(raddle *handle);

/* --- The verdict ---
 * Strings and structures are valid until the next raddle_load, raddle_verify or raddle_free. */

typedef enum raddle_answer {
    RADDLE_TRUE,   /* no execution violates what is checked */
    RADDLE_FALSE,  /* the counterexamples do; each was executed */
    RADDLE_UNKNOWN /* raddle_reason says why; also if there is no verdict */
} raddle_answer;

RADDLE_API raddle_answer raddle_get_answer(const raddle *handle);
/* The line that the command line ends with: "TRUE", "FALSE(assertion) bank.c:40", "UNKNOWN(timeout)". "" if there is no
 * verdict. */
RADDLE_API const char *raddle_verdict(const raddle *handle);
/* What stands in UNKNOWN(...); "" with another verdict or none. */
RADDLE_API const char *raddle_reason(const raddle *handle);
/* What was covered, in words, such as "for all schedules and inputs"; may be "". */
RADDLE_API const char *raddle_note(const raddle *handle);
/* What a TRUE should be read with, one line each: that it was about less than it seems, such as "vacuous: no second
 * thread was ever created (pool.c:7)", or holds under sequential consistency only. NULL past the last one. */
RADDLE_API const char *raddle_remark(const raddle *handle, size_t index);
/* Whether something that was asked for has cut the search: a bound, a given input, a function without a model. A
 * bounded TRUE holds within what raddle_note says. */
RADDLE_API bool raddle_is_bounded(const raddle *handle);
/* The name of the engine that decided; with "auto" it is one of the others. "" if there is no verdict. */
RADDLE_API const char *raddle_engine(const raddle *handle);
/* A count or a time, by the name it has in the result of the command line's --json: "runs", "events", "solver_calls",
 * "time_s", ... False, with `value` untouched, if there is no verdict or no such statistic. */
RADDLE_API bool raddle_statistic(const raddle *handle, const char *name, double *value);

/* --- Counterexamples --- */

/* A violated line, and a run that violates it. */
typedef struct raddle_counterexample {
    const char *property; /* "assertion", "deadlock", ... */
    const char *message;  /* "assertion 'x == 2' fails" */
    const char *file;     /* "" if it is not known */
    unsigned line;        /* 0 if it is not known, as is the column */
    unsigned column;
    unsigned thread;       /* that violates it; 0 is main */
    unsigned thread_count; /* threads of the run */
    size_t input_count;
    size_t step_count;
} raddle_counterexample;

/* A value that the program read from outside. */
typedef struct raddle_input {
    const char *name;  /* of the variable or the function; may be "" */
    const char *value; /* as a signed number */
    unsigned thread;
    const char *file;
    unsigned line;
} raddle_input;

/* Something that another thread could notice, in the order in which it happened. */
typedef struct raddle_step {
    unsigned thread;    /* 0 is main */
    const char *kind;   /* "read", "write", "lock", "create", ..., "violation" */
    const char *object; /* "accounts[1].balance", the lock; "" if there is none */
    const char *value;  /* read or written, as the source would write it; "" if there is none */
    const char *locks;  /* held after the step, separated by ", "; "" if none */
    const char *text;   /* all of it in words: "write savings = 50 (was 100)" */
    const char *file;   /* "" if it is not known */
    unsigned line;
    unsigned column;
} raddle_step;

/* As many as violated lines: with FALSE 1, or with the option "all" perhaps several; 0 with other verdicts or none. */
RADDLE_API size_t raddle_counterexample_count(const raddle *handle);
/* Each of these is NULL if an index is too large. */
RADDLE_API const raddle_counterexample *raddle_get_counterexample(const raddle *handle, size_t counterexample);
RADDLE_API const raddle_input *raddle_get_input(const raddle *handle, size_t counterexample, size_t input);
RADDLE_API const raddle_step *raddle_get_step(const raddle *handle, size_t counterexample, size_t step);
/* "main", or the function that the thread began with. */
RADDLE_API const char *raddle_get_thread_name(const raddle *handle, size_t counterexample, unsigned thread);

/* --- Reports --- */

/* The verdict in one of the formats of raddle_format_at, as the command line writes it. The caller frees the string
 * with raddle_free_string. NULL on failure: there is no verdict, no such format, or nothing that the format could say;
 * a witness needs FALSE, or a TRUE that is not bounded. `length`, if it is not NULL, is set to the length. */
RADDLE_API char *raddle_report(raddle *handle, const char *format, size_t *length);
RADDLE_API void raddle_free_string(char *string); /* NULL is allowed */
/* The same into a file, which is replaced. A file that could not be written whole is a failure. */
RADDLE_API bool raddle_write_report(raddle *handle, const char *format, const char *path);

/* --- What there is --- */

typedef struct raddle_engine_description {
    const char *name;
    const char *summary;
    const char *source; /* where the technique comes from; may be "" */
    bool parallel;      /* heeds the option "jobs" */
} raddle_engine_description;

typedef struct raddle_option_description {
    const char *name;
    const char *value;         /* "N", or the words to choose from: "stop|havoc"; NULL: a flag */
    const char *default_value; /* NULL: none */
    const char *group;         /* "When to give up" */
    const char *help;
} raddle_option_description;

/* Count from 0 until the answer is NULL, or false, with `description` untouched. */
RADDLE_API bool raddle_engine_at(size_t index, raddle_engine_description *description);
RADDLE_API bool raddle_option_at(size_t index, raddle_option_description *description);
RADDLE_API const char *raddle_property_at(size_t index);
RADDLE_API const char *raddle_statistic_at(size_t index);
RADDLE_API const char *raddle_format_at(size_t index);

#ifdef __cplusplus
}
#endif

#endif
