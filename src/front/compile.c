// clang is run as a program of its own, so that the user gets the compiler's diagnostics unchanged and a crash in it
// cannot take raddle down. Old C that gcc accepts with warnings (implicit int, missing prototypes, integers used as
// pointers) is accepted with warnings here too.
#include "front/compile.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/vector.h"
#include "base/words.h"
#include "front/confine.h"

extern char **environ;

typedef VECTOR(const char *) ArgumentList;

static const char *const fixed_arguments[] = {
    "-c",
    "-emit-llvm",
    "-g",
    "-fno-discard-value-names",
    "-ffp-contract=off",
    "-fno-stack-protector",
    "-fstrict-flex-arrays=1",
    "-fno-elide-constructors", // a local that is returned is not where the result goes before it is returned
    "-U_FORTIFY_SOURCE",
    "-pthread",
    "-Qunused-arguments",
    "-Wno-unknown-warning-option",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",
    "-Wno-error=return-type",
    "-Wno-error=incompatible-pointer-types",
};

// After the user's. -O1 and no pass: so clang says where the life of a local begins and ends, and gives the bodies of
// inline functions that another file is to define. Headers see what they see at -O0. Indices are checked where clang
// knows the array: see checks.c.
static const char *const last_arguments[] = {
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-fno-strict-aliasing",
    "-U__OPTIMIZE__",
    "-D__NO_INLINE__=1",
    "-fsanitize=array-bounds",
    "-fsanitize-trap=array-bounds",
};

// What the user says last: yes, or no, each in one of two ways; else the default.
static bool says(const WordList *chosen, const char *const yes[2], const char *const no[2], bool otherwise)
{
    for (uint32_t i = chosen->count; i-- > 0;)
        for (int j = 0; j < 2; j++) {
            if (!strcmp(chosen->data[i], yes[j]))
                return true;
            if (!strcmp(chosen->data[i], no[j]))
                return false;
        }
    return otherwise;
}

static bool arithmetic_wraps(const WordList *chosen)
{
    static const char *const yes[] = {"-fwrapv", "-fno-strict-overflow"}, *const no[] = {"-fno-wrapv",
                                                                                         "-fstrict-overflow"};
    return says(chosen, yes, no, false);
}

static bool char_is_signed(const WordList *chosen, bool otherwise)
{
    static const char *const yes[] = {"-fsigned-char", "-fno-unsigned-char"}, *const no[] = {"-funsigned-char",
                                                                                             "-fno-signed-char"};
    return says(chosen, yes, no, otherwise);
}

static const char *find_compiler(void)
{
    const char *chosen = getenv("RADDLE_CLANG");
    return chosen && *chosen ? chosen : RADDLE_CLANG;
}

// The host's own headers serve every target: they are found after those of the target, which usually are not installed,
// and after our own.
static void add_headers(ArgumentList *arguments, const char *own_directory)
{
    if (own_directory) {
        vector_push(arguments, "-idirafter");
        vector_push(arguments, own_directory);
    }
    vector_push(arguments, "-idirafter");
    vector_push(arguments, RADDLE_HOST_INCLUDE);
}

static void add_data_model(const char *data_model, ArgumentList *arguments)
{
    if (!data_model || strcmp(data_model, "ILP32"))
        return;
#if defined(__x86_64__) || defined(__i386__)
    vector_push(arguments, "-m32");
#else
    vector_push(arguments, "--target=i686-linux-gnu");
    // Headers of a 64-bit host mention this type, which 32-bit targets lack, in structures of its registers.
    vector_push(arguments, "-D__uint128_t=long double");
#endif
}

// Headers that programs look for and the system may not bring. What the system has for the target is found before them.
typedef struct OwnHeader {
    const char *path;
    const char *text;
} OwnHeader;

static const char *const own_folders[] = {"bits", "gnu"};

// The headers of x86-64 take whatever they do not know by its name for a 32-bit machine. For 64-bit targets that have none of
// their own they say the same as for x86-64; to headers of other hosts the name means nothing.
#define AS_FOR_X86_64(path)                                                      \
    {path, "#if defined __LP64__ && !defined __x86_64__\n#define __x86_64__ 1\n" \
           "#include_next <" path ">\n#undef __x86_64__\n#else\n#include_next <" path ">\n#endif\n"}

// Hints about what need not be tried: statements and expressions that mean what is in them.
#define GENMC_STATEMENT(name) "#define __VERIFIER_" name "(...) do { __VA_ARGS__; } while (0)\n"
#define GENMC_EXPRESSION(name) "#define __VERIFIER_" name "(...) (__VA_ARGS__)\n"
#define GENMC_HINTS                      \
    GENMC_STATEMENT("helped_CAS")        \
    GENMC_STATEMENT("helping_CAS")       \
    GENMC_STATEMENT("optional")          \
    GENMC_STATEMENT("local_write")       \
    GENMC_STATEMENT("final_write")       \
    GENMC_EXPRESSION("final_CAS")        \
    GENMC_EXPRESSION("confirming_CAS")   \
    GENMC_EXPRESSION("speculative_read") \
    GENMC_EXPRESSION("confirming_read")

static const OwnHeader own_headers[] = {
    {"gnu/stubs-32.h", ""}, // a 64-bit C library's headers want it for 32-bit targets, and it does not come with them
    AS_FOR_X86_64("gnu/stubs.h"),
    AS_FOR_X86_64("bits/wordsize.h"),
    AS_FOR_X86_64("bits/typesizes.h"),
    AS_FOR_X86_64("bits/pthreadtypes-arch.h"),
    AS_FOR_X86_64("bits/struct_mutex.h"),
    AS_FOR_X86_64("bits/struct_rwlock.h"),
    {"genmc.h", "#ifndef __GENMC_H__\n#define __GENMC_H__\n#include <stdbool.h>\n"
                "void __VERIFIER_assume(int);\nint __VERIFIER_nondet_int(void);\n"
                "void __VERIFIER_loop_begin(void);\nvoid __VERIFIER_loop_bound(int);\n"
                "void __VERIFIER_spin_start(void);\nvoid __VERIFIER_spin_end(int);\n"
                "_Bool __VERIFIER_opt_begin(void);\nvoid __VERIFIER_kill_thread(int);\n" GENMC_HINTS "#endif\n"},
};

// Makes a directory of them. Returns false if it cannot be made; the compiler then says what is missing.
static bool make_own_headers(char *directory)
{
    char path[64];
    if (!mkdtemp(directory))
        return false;
    for (size_t i = 0; i < sizeof own_folders / sizeof *own_folders; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, own_folders[i]);
        mkdir(path, 0700);
    }
    bool made = true;
    for (size_t i = 0; i < sizeof own_headers / sizeof *own_headers; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, own_headers[i].path);
        FILE *file = fopen(path, "w");
        made = file && fputs(own_headers[i].text, file) != EOF && made;
        made = file && !fclose(file) && made;
    }
    return made;
}

static void remove_own_headers(const char *directory)
{
    char path[64];
    for (size_t i = 0; i < sizeof own_headers / sizeof *own_headers; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, own_headers[i].path);
        unlink(path);
    }
    for (size_t i = 0; i < sizeof own_folders / sizeof *own_folders; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, own_folders[i]);
        rmdir(path);
    }
    rmdir(directory);
}

// The status of the child, -1 if it has none. Where a limit is exceeded, it is ended.
static int wait_for(pid_t child, Limits *limits)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    int status;
    for (pid_t ended; (ended = waitpid(child, &status, limits ? WNOHANG : 0)) != child;) {
        if (ended < 0 && errno != EINTR)
            return -1;
        if (limits_stop(limits))
            kill(child, SIGKILL);
        if (!ended)
            nanosleep(&pause, NULL);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// All that the program prints goes to the file, if it is not NULL, and what it reads comes from the other.
static int run(const char *program, ArgumentList *arguments, FILE *input, FILE *output, Limits *limits, Text *errors)
{
    pid_t child;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (input)
        posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO);
    if (output) {
        posix_spawn_file_actions_adddup2(&actions, fileno(output), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, fileno(output), STDERR_FILENO);
    }
    int error = posix_spawnp(&child, program, &actions, NULL, (char *const *)arguments->data, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error) {
        text_format(errors, "cannot run %s: %s\n", program, strerror(error));
        return -1;
    }
    return wait_for(child, limits);
}

// A file and not a pipe: its end does not wait for every process that another thread may have forked meanwhile.
static int run_quietly(const char *program, ArgumentList *arguments, FILE *input, Limits *limits, Text *diagnostics,
                       Text *errors)
{
    FILE *output = tmpfile();
    if (!output) {
        text_format(errors, "no temporary file for the diagnostics of %s: %s\n", program, strerror(errno));
        return -1;
    }
    int status = run(program, arguments, input, output, limits, errors);
    char block[4096];
    rewind(output);
    for (size_t count; (count = fread(block, 1, sizeof block, output)) > 0;)
        text_append_bytes(diagnostics, block, count);
    fclose(output);
    return status;
}

// What the user chose for a file: what belongs to it, then what belongs to all.
static bool collect_chosen(const FrontOptions *options, uint32_t file, Arena *strings, WordList *chosen, Text *errors)
{
    if (options->file_arguments && !words_split(strings, options->file_arguments[file], chosen, errors)) {
        text_append(errors, "\n");
        return false;
    }
    for (uint32_t i = 0; i < options->clang_argument_count; i++)
        vector_push(chosen, options->clang_arguments[i]);
    return true;
}

// The source that was given on standard input, as a file that clang reads there.
static FILE *open_input(const char *text, Text *errors)
{
    FILE *input = tmpfile();
    if (!input || fputs(text, input) == EOF || fflush(input)) {
        text_format(errors, "no temporary file for the program: %s\n", strerror(errno));
        if (input)
            fclose(input);
        return NULL;
    }
    rewind(input);
    return input;
}

// Runs clang quietly to learn which files the source includes; false if there are any that it must not. `output` is used
// for a moment.
static bool check_includes(const ArgumentList *given, FILE *input, const char *output, Limits *limits, Text *errors)
{
    ArgumentList arguments = {0};
    Text rules = {0}, said = {0}, unread = {0};
    vector_push(&arguments, given->data[0]);
    for (uint32_t i = 1; i < given->count; i++) {
        if (i == 1) {
            vector_push(&arguments, "-M");
            vector_push(&arguments, "-H");
            vector_push(&arguments, "-fno-caret-diagnostics");
        }
        vector_push(&arguments, given->data[i]);
    }
    int status = run_quietly(arguments.data[0], &arguments, input, limits, &said, errors);
    file_read_bytes(output, &rules, &unread); // there is none after an error
    bool allowed = confine_check(text_string(&rules), text_string(&said), errors);
    if (allowed && status)
        confine_append_diagnostics(text_string(&said), errors);
    if (input)
        rewind(input);
    vector_free(&arguments);
    text_free(&rules);
    text_free(&said);
    text_free(&unread);
    return allowed && !status;
}

// How one file is compiled.
typedef struct Compilation {
    const FrontOptions *options;
    const char *source;
    Arena strings;
    WordList chosen;                                   // by the user
    FILE *input;                                       // NULL: the source is a file
    ArgumentList arguments;                            // of clang
    char headers[sizeof COMPILE_OWN_HEADERS "XXXXXX"]; // "": they could not be made
} Compilation;

static void list_arguments(Compilation *this)
{
    const FrontOptions *options = this->options;
    ArgumentList *arguments = &this->arguments;
    vector_push(arguments, find_compiler());
    for (size_t i = 0; i < sizeof fixed_arguments / sizeof *fixed_arguments; i++)
        vector_push(arguments, fixed_arguments[i]);
    if (options->check_overflow && !arithmetic_wraps(&this->chosen))
        vector_push(arguments, "-ftrapv"); // see trapping.c
    add_data_model(options->data_model, arguments);
    for (uint32_t i = 0; i < this->chosen.count; i++)
        vector_push(arguments, this->chosen.data[i]);
    if (call_plan_given(&options->calls))
        vector_push(arguments, "-femit-all-decls"); // also a static function that nobody calls
    for (size_t i = 0; i < sizeof last_arguments / sizeof *last_arguments; i++)
        vector_push(arguments, last_arguments[i]);
    add_headers(arguments, *this->headers ? this->headers : NULL);
}

static void list_source(Compilation *this)
{
    if (this->input) {
        vector_push(&this->arguments, "-x");
        vector_push(&this->arguments, "c");
    }
    vector_push(&this->arguments, this->source);
    vector_push(&this->arguments, NULL);
}

static bool begin(Compilation *this, const FrontOptions *options, uint32_t file, Text *errors)
{
    *this = (Compilation){.options = options, .source = options->files[file], .headers = COMPILE_OWN_HEADERS "XXXXXX"};
    bool from_input = !strcmp(this->source, "-");
    this->input = from_input ? open_input(options->standard_input, errors) : NULL;
    if (!make_own_headers(this->headers))
        *this->headers = '\0';
    if ((from_input && !this->input) || !collect_chosen(options, file, &this->strings, &this->chosen, errors))
        return false;
    list_arguments(this);
    return true;
}

static void end(Compilation *this)
{
    if (this->input)
        fclose(this->input);
    if (*this->headers)
        remove_own_headers(this->headers);
    vector_free(&this->arguments);
    vector_free(&this->chosen);
    arena_release(&this->strings);
}

static bool compile(Compilation *this, const char *output, Text *errors)
{
    const FrontOptions *options = this->options;
    vector_push(&this->arguments, "-o");
    vector_push(&this->arguments, output);
    list_source(this);
    ArgumentList *arguments = &this->arguments;
    size_t before = errors->length;
    bool allowed = !options->confined || (confine_check_text(options->standard_input, errors) &&
                                          check_includes(arguments, this->input, output, options->limits, errors));
    int status =
        !allowed ? -1
        : options->diagnostics
            ? run_quietly(arguments->data[0], arguments, this->input, options->limits, options->diagnostics, errors)
            : run(arguments->data[0], arguments, this->input, NULL, options->limits, errors);
    if (status && errors->length == before)
        text_format(errors, "%s: clang could not compile it\n", this->input ? "<stdin>" : this->source);
    return status == 0;
}

bool compile_to_bitcode(const FrontOptions *options, uint32_t file, const char *output, Text *errors)
{
    Compilation this;
    bool compiled = begin(&this, options, file, errors) && compile(&this, output, errors);
    end(&this);
    return compiled;
}

void compile_to_tree(const FrontOptions *options, uint32_t file, const char *name, Text *tree, bool *signed_char)
{
    static const char *const wanted[] = {"-fsyntax-only",  "-w",      "-fno-color-diagnostics", "-Xclang",
                                         "-ast-dump=json", "-Xclang", "-ast-dump-filter",       "-Xclang"};
    Text errors = {0};
    Compilation this;
    if (begin(&this, options, file, &errors)) {
        *signed_char = char_is_signed(&this.chosen, *signed_char);
        for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
            vector_push(&this.arguments, wanted[i]);
        vector_push(&this.arguments, name);
        list_source(&this);
        run_quietly(this.arguments.data[0], &this.arguments, this.input, options->limits, tree, &errors);
    }
    end(&this);
    text_free(&errors);
}

bool compile_executable(const char *const *sources, uint32_t source_count, bool address_sanitizer, const char *output,
                        Text *errors)
{
    static const char *const options[] = {"-g", "-O0", "-std=gnu17", "-pthread", "-Wno-override-module"};
    ArgumentList arguments = {0};
    vector_push(&arguments, find_compiler());
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        vector_push(&arguments, options[i]);
    if (address_sanitizer)
        vector_push(&arguments, "-fsanitize=address");
    vector_push(&arguments, "-o");
    vector_push(&arguments, output);
    for (uint32_t i = 0; i < source_count; i++)
        vector_push(&arguments, sources[i]);
    vector_push(&arguments, "-lm");
    vector_push(&arguments, NULL);
    int status = run(arguments.data[0], &arguments, NULL, NULL, NULL, errors);
    if (status)
        text_format(errors, "%s: clang could not build it\n", output);
    vector_free(&arguments);
    return status == 0;
}
