// Symbolic runs: the terms of a run have its values, what a run depended on is told, and nothing else changes.
//
// Three properties are checked over the programs of the other tests: a symbolic run does what the concrete one does; every term,
// evaluated under the inputs and reads of the run, has the value the run had; and any other inputs under which all conditions of
// the run hold make a concrete run take the same path and write the values that the terms have under them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <inttypes.h>

#include "base/map.h"
#include "engine/schedule.h"
#include "load_program.h"
#include "machine/state.h"
#include "trace/trace.h"

enum { INSTRUCTION_LIMIT = 300000, STEP_LIMIT = 3000, EVENT_LIMIT = 20000 };

typedef struct Run {
    VECTOR(Event) events;
    VECTOR(Choice) schedule;
    VECTOR(uint64_t) input_values;
    VECTOR(Term) input_symbols;
    TermTable *terms;
    MachineStatus status;
    int exit_status;
    Property property;
    uint32_t position;
    Text output;
} Run;

static void keep_event(void *context, const Machine *machine, const Event *event)
{
    (void)machine;
    Run *run = context;
    vector_push(&run->events, *event);
    vector_last(&run->events).name = NULL;
}

static void run_free(Run *run)
{
    vector_free(&run->events);
    vector_free(&run->schedule);
    vector_free(&run->input_values);
    vector_free(&run->input_symbols);
    text_free(&run->output);
    terms_free(run->terms);
}

// Runs under the schedule of `guide` as far as it goes, or under a random one.
static Run perform(const TestProgram *test, MachineOptions options, const Run *guide, uint64_t seed)
{
    Run run = {.terms = options.terms};
    uint64_t random = seed;
    Machine *machine = machine_create_observed(test->program, &options, keep_event, &run);
    for (uint32_t step = 0; machine_status(machine) == MACHINE_RUNNING && step < STEP_LIMIT; step++) {
        Choice choice = {0};
        if (guide && step < guide->schedule.count) {
            choice = guide->schedule.data[step];
            if (choice.thread >= machine_thread_count(machine) ||
                choice.alternative >= machine_alternatives(machine, choice.thread))
                break;
        } else if (guide) {
            break;
        } else {
            do {
                choice.thread = (uint32_t)(random_next(&random) % machine_thread_count(machine));
            } while (!machine_alternatives(machine, choice.thread));
            choice.alternative = (uint32_t)(random_next(&random) % machine_alternatives(machine, choice.thread));
        }
        vector_push(&run.schedule, choice);
        machine_step(machine, choice);
        if (run.events.count > EVENT_LIMIT)
            break;
    }
    run.status = machine_status(machine);
    if (run.status == MACHINE_EXITED)
        run.exit_status = machine_exit_status(machine);
    if (run.status == MACHINE_VIOLATION) {
        run.property = machine_violation(machine)->property;
        run.position = machine_violation(machine)->position;
    }
    uint32_t count;
    const InputValue *inputs = machine_inputs(machine, &count);
    for (uint32_t i = 0; i < count; i++) {
        vector_push(&run.input_values, inputs[i].value);
        vector_push(&run.input_symbols, inputs[i].symbol);
    }
    text_append_bytes(&run.output, text_string(machine_output(machine, 1)), machine_output(machine, 1)->length);
    machine_free(machine);
    return run;
}

// --- The values of symbols

typedef struct Assignment {
    Map values;   // by symbol
    bool unknown; // a symbol without a value was asked for
} Assignment;

static uint64_t value_of(void *context, Term symbol)
{
    Assignment *assignment = context;
    const uint64_t *found = map_find(&assignment->values, symbol);
    assignment->unknown |= !found;
    return found ? *found : 0;
}

static Assignment assignment_of(const Run *run)
{
    Assignment assignment = {0};
    for (uint32_t i = 0; i < run->input_symbols.count; i++)
        if (run->input_symbols.data[i])
            *map_insert(&assignment.values, run->input_symbols.data[i]) = run->input_values.data[i];
    for (uint32_t i = 0; i < run->events.count; i++) {
        const Event *event = &run->events.data[i];
        if (event->read)
            *map_insert(&assignment.values, event->read) =
                (event->kind == EVENT_update ? event->previous : event->value) &
                width_mask(term_width(run->terms, event->read));
    }
    return assignment;
}

static const char *place(const TestProgram *test, uint32_t position)
{
    static char text[256];
    const Position *source = &test->program->positions.data[position];
    snprintf(text, sizeof text, "%s:%u", test->program->files.data[source->file], source->line);
    return text;
}

static void expect_term(const TestProgram *test, Run *run, Assignment *assignment, const Event *event, Term term,
                        uint32_t width, uint64_t expected, const char *what)
{
    if (!term)
        return;
    if (term_width(run->terms, term) != width)
        fail_msg("%s: %s of a %s has %u bits instead of %u", place(test, event->position), what,
                 event_kind_name(event->kind), term_width(run->terms, term), width);
    assignment->unknown = false;
    uint64_t value = term_evaluate(run->terms, term, value_of, assignment);
    if (value != (expected & width_mask(width)) && !assignment->unknown) {
        Text text = {0};
        term_append(run->terms, term, &text);
        fail_msg("%s: %s of a %s (thread %u) is %" PRIu64 " instead of %" PRIu64 ": %.400s",
                 place(test, event->position), what, event_kind_name(event->kind), event->thread, value, expected,
                 text_string(&text));
    }
}

static void expect_own_values(const TestProgram *test, Run *run)
{
    Assignment assignment = assignment_of(run);
    for (uint32_t i = 0; i < run->events.count; i++) {
        const Event *event = &run->events.data[i];
        uint32_t bits = event->size * 8;
        switch (event->kind) {
        case EVENT_read:
            expect_term(test, run, &assignment, event, event->content, bits, event->value, "the content");
            expect_term(test, run, &assignment, event, event->read, bits, event->value, "the symbol");
            break;
        case EVENT_write:
        case EVENT_update:
            expect_term(test, run, &assignment, event, event->content, bits, event->previous, "the content");
            expect_term(test, run, &assignment, event, event->term, bits, event->value, "the value");
            break;
        case EVENT_input:
            expect_term(test, run, &assignment, event, event->term, event->size, event->value, "the symbol");
            break;
        case EVENT_branch:
        case EVENT_pin:
        case EVENT_assume:
        case EVENT_check:
            assert_true(event->term != NO_TERM);
            expect_term(test, run, &assignment, event, event->term, 1, 1, "the condition");
            break;
        default:
            assert_int_equal(event->term, NO_TERM);
            break;
        }
    }
    map_free(&assignment.values);
}

// --- The same run

static const Event *next_counted(const Run *run, uint32_t *index)
{
    while (*index < run->events.count && !event_kind_counts(run->events.data[*index].kind))
        ++*index;
    return *index < run->events.count ? &run->events.data[*index] : NULL;
}

// A compare-and-exchange that fails is a read in a concrete run, an update in a symbolic one.
static bool same_access(const Event *symbolic, const Event *concrete)
{
    return symbolic->kind == EVENT_update && concrete->kind == EVENT_read && symbolic->value == symbolic->previous &&
           symbolic->previous == concrete->value;
}

static bool same_event(const Event *symbolic, const Event *concrete)
{
    bool kinds = symbolic->kind == concrete->kind && symbolic->value == concrete->value &&
                 symbolic->previous == concrete->previous;
    return (kinds || same_access(symbolic, concrete)) && symbolic->thread == concrete->thread &&
           symbolic->index == concrete->index && symbolic->address == concrete->address &&
           symbolic->size == concrete->size && symbolic->atomic == concrete->atomic &&
           symbolic->other == concrete->other && symbolic->position == concrete->position &&
           symbolic->conditional == concrete->conditional;
}

static void expect_same_run(const TestProgram *test, const Run *symbolic, const Run *concrete)
{
    for (uint32_t i = 0, j = 0;; i++, j++) {
        const Event *a = next_counted(symbolic, &i), *b = next_counted(concrete, &j);
        if (!a && !b)
            break;
        // One of them may have been cut short by the limit on events, which all kinds count for.
        if ((!a || !b) && (symbolic->events.count > EVENT_LIMIT || concrete->events.count > EVENT_LIMIT))
            return;
        if (!a || !b || !same_event(a, b))
            fail_msg("%s: the symbolic run has another event: %s instead of %s", place(test, (a ? a : b)->position),
                     a ? event_kind_name(a->kind) : "none", b ? event_kind_name(b->kind) : "none");
    }
    if (symbolic->events.count > EVENT_LIMIT)
        return;
    assert_int_equal(symbolic->status, concrete->status);
    assert_int_equal(symbolic->exit_status, concrete->exit_status);
    assert_int_equal(symbolic->position, concrete->position);
    assert_string_equal(text_string(&symbolic->output), text_string(&concrete->output));
}

// --- Other inputs

// Follows the conditions of the run under other inputs. Returns the first that does not hold, or NULL.
static const Event *first_broken(Run *run, Assignment *assignment)
{
    for (uint32_t i = 0; i < run->events.count; i++) {
        const Event *event = &run->events.data[i];
        bool condition = event->kind == EVENT_branch || event->kind == EVENT_pin || event->kind == EVENT_assume ||
                         event->kind == EVENT_check;
        if (condition && !term_evaluate(run->terms, event->term, value_of, assignment))
            return event;
    }
    return NULL;
}

static void expect_predicted(const TestProgram *test, Run *run, Assignment *assignment, const Run *actual)
{
    for (uint32_t i = 0, j = 0;; i++, j++) {
        const Event *told = next_counted(run, &i), *seen = next_counted(actual, &j);
        if (!told || !seen) {
            assert_true(told == seen);
            return;
        }
        bool kinds = told->kind == seen->kind || (told->kind == EVENT_update && seen->kind == EVENT_read);
        if (!kinds || told->address != seen->address || told->thread != seen->thread || told->size != seen->size)
            fail_msg("%s: under other inputs the run does something else: %s, not %s", place(test, told->position),
                     event_kind_name(seen->kind), event_kind_name(told->kind));
        if (told->kind != EVENT_write && told->kind != EVENT_update)
            continue;
        assignment->unknown = false;
        uint64_t value = told->term ? term_evaluate(run->terms, told->term, value_of, assignment) : told->value;
        if (value != seen->value && !assignment->unknown)
            fail_msg("%s: under other inputs %" PRIu64 " is written, not %" PRIu64, place(test, told->position),
                     seen->value, value);
    }
}

static void expect_violation(const TestProgram *test, const Event *check, const Run *actual)
{
    if (actual->status != MACHINE_VIOLATION || actual->property != check->property ||
        actual->position != check->position)
        fail_msg("%s: the check of %s fails, but the run ends with status %d at position %u, not %u",
                 place(test, check->position), property_name(check->property), (int)actual->status, actual->position,
                 check->position);
}

typedef struct Tally {
    uint32_t programs, with_terms, others, same_path, violations;
} Tally;

// Runs again under inputs that differ in one value. `run` has no symbolic reads: its terms are over inputs only.
static void try_other_inputs(const TestProgram *test, MachineOptions options, Run *run, uint64_t seed, Tally *tally)
{
    enum { ATTEMPT_LIMIT = 120 };
    static const uint64_t changes[] = {1, UINT64_MAX, 0, 100};
    for (uint32_t attempt = 0, i = 0; i < run->input_values.count && attempt < ATTEMPT_LIMIT; i++) {
        for (uint32_t change = 0; run->input_symbols.data[i] && change < 4; change++, attempt++) {
            InputPlan plan = {.exact = true};
            Assignment assignment = assignment_of(run);
            uint64_t value = changes[change] ? run->input_values.data[i] + changes[change] : random_next(&seed);
            value &= width_mask(term_width(run->terms, run->input_symbols.data[i]));
            *map_insert(&assignment.values, run->input_symbols.data[i]) = value;
            const Event *broken = first_broken(run, &assignment);
            for (uint32_t j = 0; j < run->input_values.count; j++)
                vector_push(&plan.ordered, i == j ? value : run->input_values.data[j]);
            tally->others++;
            if (!broken || broken->kind == EVENT_check) {
                MachineOptions concrete = options;
                concrete.terms = NULL;
                concrete.inputs = &plan;
                Run actual = perform(test, concrete, run, 0);
                if (!broken && !assignment.unknown && run->events.count <= EVENT_LIMIT) {
                    expect_predicted(test, run, &assignment, &actual);
                    tally->same_path++;
                } else if (broken && !assignment.unknown) {
                    expect_violation(test, broken, &actual);
                    tally->violations++;
                }
                run_free(&actual);
            }
            map_free(&assignment.values);
            input_plan_free(&plan);
        }
    }
}

// With `everything`, every access is visible: all that a program reads from memory is a symbol.
static void examine(const TestProgram *test, PropertyMask properties, bool everything, uint64_t seed, Tally *tally)
{
    InputPlan plan = {.random = true, .seed = seed};
    MachineOptions options = test_machine_options(test);
    options.properties = properties;
    options.share_everything = everything;
    options.inputs = &plan;
    options.instruction_limit = INSTRUCTION_LIMIT;
    Run concrete = perform(test, options, NULL, seed);
    for (int reads = 0; reads < 2; reads++) {
        options.terms = terms_create();
        options.symbolic_reads = reads;
        Run symbolic = perform(test, options, NULL, seed);
        expect_same_run(test, &symbolic, &concrete);
        expect_own_values(test, &symbolic);
        if (!reads) {
            tally->with_terms += terms_count(symbolic.terms) > 0;
            try_other_inputs(test, options, &symbolic, seed, tally);
        }
        run_free(&symbolic);
    }
    run_free(&concrete);
    tally->programs++;
}

// --- Programs of the other tests

static void examine_file(const char *path, Tally *tally)
{
    static const char *const arguments[] = {"-w"};
    const char *files[] = {path};
    FrontOptions front = {.files = files,
                          .file_count = 1,
                          .clang_arguments = arguments,
                          .clang_argument_count = 1,
                          .check_overflow = strstr(path, "overflow") != NULL};
    Text errors = {0};
    Program *program = front_load(&front, &errors);
    text_free(&errors);
    if (!program)
        return;
    if (getenv("RADDLE_SYMBOLIC_ALL"))
        fprintf(stderr, "%s\n", path);
    TestProgram test = {program, facts_compute(program)};
    PropertyMask overflow = front.check_overflow ? PROPERTY_BIT(PROPERTY_OVERFLOW) : 0;
    for (uint64_t seed = 1; seed <= 3; seed++)
        examine(&test, PROPERTY_MASK_DEFAULT | overflow, seed == 3, seed, tally);
    test_unload(&test);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// Every n-th program below a folder; all of them with RADDLE_SYMBOLIC_ALL in the environment.
static void examine_folder(const char *folder, uint32_t nth, uint32_t *number, Tally *tally)
{
    VECTOR(char *) names = {0};
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        if (entry->d_name[0] != '.') {
            Text path = {0};
            text_format(&path, "%s/%s", folder, entry->d_name);
            vector_push(&names, path.data);
        }
    closedir(directory);
    if (names.count)
        qsort(names.data, names.count, sizeof *names.data, compare_names);
    for (uint32_t i = 0; i < names.count; i++) {
        const char *dot = strrchr(names.data[i], '.');
        if (!strchr(strrchr(names.data[i], '/'), '.'))
            examine_folder(names.data[i], nth, number, tally);
        else if (!strcmp(dot, ".c") && ((*number)++ % nth == 0 || getenv("RADDLE_SYMBOLIC_ALL")))
            examine_file(names.data[i], tally);
        free(names.data[i]);
    }
    vector_free(&names);
}

static void terms_of_threaded_programs(void **state)
{
    (void)state;
    Tally tally = {0};
    uint32_t number = 0;
    examine_folder(RADDLE_TEST_FOLDER "/programs", 36, &number, &tally);
    if (!getenv("RADDLE_SYMBOLIC_ALL"))
        examine_folder(RADDLE_TEST_FOLDER "/programs/inputs", 1, &number, &tally);
    print_message("%u runs, %u with terms; of %u other inputs %u take the same path, %u violate\n", tally.programs,
                  tally.with_terms, tally.others, tally.same_path, tally.violations);
    assert_true(tally.programs > 30 && tally.same_path > 10);
}

static void terms_of_sequential_programs(void **state)
{
    (void)state;
    Tally tally = {0};
    uint32_t number = 0;
    examine_folder(RADDLE_TEST_FOLDER "/native", 20, &number, &tally);
    assert_true(tally.programs > 15);
}

// --- Programs about one thing

#define NONDET                                                                                              \
    "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);\n"               \
    "extern long long __VERIFIER_nondet_llong(void); extern unsigned char __VERIFIER_nondet_uchar(void);\n" \
    "extern short __VERIFIER_nondet_short(void); extern _Bool __VERIFIER_nondet_bool(void);\n"              \
    "extern void reach_error(void); extern void __VERIFIER_assume(int);\n"

// The program is examined as all others are; what is returned is its run under inputs that are all 0.
static Run run_source(const char *source, PropertyMask properties, bool reads, Tally *tally)
{
    Text text = {0}, error = {0};
    text_append(&text, TEST_HEADERS NONDET);
    text_append(&text, source);
    char path[TEST_PATH_SIZE];
    test_write_file(path, ".c", text_string(&text));
    static const char *const arguments[] = {"-w"};
    const char *files[] = {path};
    FrontOptions front = {.files = files,
                          .file_count = 1,
                          .clang_arguments = arguments,
                          .clang_argument_count = 1,
                          .check_overflow = (properties & PROPERTY_BIT(PROPERTY_OVERFLOW)) != 0};
    Program *program = front_load(&front, &error);
    unlink(path);
    assert_non_null(program);
    TestProgram test = {program, NULL}; // every global is shared, so that accesses to it are events
    for (uint64_t seed = 1; seed <= 12; seed++)
        examine(&test, properties, seed % 4 == 0, seed, tally);
    MachineOptions options = test_machine_options(&test);
    options.properties = properties;
    options.terms = terms_create();
    options.symbolic_reads = reads;
    Run run = perform(&test, options, NULL, 1);
    expect_own_values(&test, &run);
    text_free(&text);
    text_free(&error);
    test_unload(&test);
    return run;
}

static uint32_t count_events(const Run *run, EventKind kind, Property property)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->events.count; i++)
        count += run->events.data[i].kind == kind && (kind != EVENT_check || run->events.data[i].property == property);
    return count;
}

static const Event *find_event(const Run *run, EventKind kind, uint32_t number)
{
    for (uint32_t i = 0; i < run->events.count; i++)
        if (run->events.data[i].kind == kind && !number--)
            return &run->events.data[i];
    fail_msg("there is no %s", event_kind_name(kind));
    return NULL;
}

// Every operation of a width, on values that the program does not know, into a global.
static void arithmetic_has_terms(void **state)
{
    (void)state;
    static const char *const types[][3] = {{"unsigned char", "signed char", "uchar"},
                                           {"unsigned short", "short", "short"},
                                           {"unsigned", "int", "uint"},
                                           {"unsigned long long", "long long", "llong"}};
    for (int i = 0; i < 4; i++) {
        Text source = {0};
        text_format(&source,
                    "typedef %s U; typedef %s S; volatile U out[64]; int main(void) { int k = 0;\n"
                    "U a = __VERIFIER_nondet_%s(), b = __VERIFIER_nondet_%s(); S c = (S)a, d = (S)b;\n"
                    "_Bool p = __VERIFIER_nondet_bool(); unsigned w = sizeof(U) * 8, n = b %% w;\n",
                    types[i][0], types[i][1], types[i][2], types[i][2]);
        text_append(
            &source,
            "out[k++] = a + b; out[k++] = a - b; out[k++] = a * b; out[k++] = a & b; out[k++] = a | b;\n"
            "out[k++] = a ^ b; out[k++] = ~a; out[k++] = -a; out[k++] = a << n; out[k++] = a >> n;\n"
            "out[k++] = c >> n; out[k++] = a < b; out[k++] = a <= b; out[k++] = c < d; out[k++] = c <= d;\n"
            "out[k++] = a > b; out[k++] = c >= d; out[k++] = a == b; out[k++] = a != b; out[k++] = !a;\n"
            "out[k++] = p ? a : b; out[k++] = p ? a : 7; out[k++] = p; out[k++] = a / 3; out[k++] = a % 7;\n"
            "out[k++] = c / 3; out[k++] = c % 7; out[k++] = (signed char)a; out[k++] = (short)b;\n"
            "out[k++] = (unsigned char)b; out[k++] = (long long)c >> 3; out[k++] = a * 5 + 3;\n"
            "S e; U f; out[k++] = __builtin_add_overflow(c, d, &e); out[k++] = e;\n"
            "out[k++] = __builtin_sub_overflow(a, b, &f); out[k++] = f;\n"
            "out[k++] = __builtin_add_overflow(a, b, &f); out[k++] = __builtin_sub_overflow(c, d, &e);\n"
            "out[k++] = __builtin_mul_overflow(c, d, &e); out[k++] = __builtin_mul_overflow(a, b, &f);\n"
            "out[k++] = f; out[k++] = __builtin_bswap32(a); out[k++] = __builtin_bswap64(a);\n"
            "out[k++] = __builtin_abs(c); out[k++] = __builtin_rotateleft32(a, 5); \n"
            "out[k++] = __builtin_elementwise_add_sat(c, d); out[k++] = __builtin_elementwise_sub_sat(a, b);\n"
            "out[k++] = __builtin_elementwise_add_sat(a, b); out[k++] = __builtin_elementwise_sub_sat(c, d);\n"
            "if (b) { out[k++] = a / b; out[k++] = a % b; if (d != -1) { out[k++] = c / d; out[k++] = c % d; } }\n"
            "return 0; }\n");
        Tally tally = {0};
        Run run = run_source(text_string(&source), PROPERTY_MASK_DEFAULT, false, &tally);
        assert_true(tally.same_path > 15);
        uint32_t with_term = 0;
        for (uint32_t j = 0; j < run.events.count; j++)
            with_term += run.events.data[j].kind == EVENT_write && run.events.data[j].term != NO_TERM;
        assert_true(with_term >= (i == 3 ? 30 : 38)); // at 64 bits the test of a product pins its operands
        run_free(&run);
        text_free(&source);
    }
}

static void what_has_no_term_is_pinned(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run = run_source("volatile double d; volatile int out[4]; volatile __int128 wide;\n"
                         "int main(void) { int a = __VERIFIER_nondet_int(); long long b = __VERIFIER_nondet_llong();\n"
                         "    d = a; d = a + 1; out[0] = __builtin_popcount(b); wide = (__int128)b * b; return 0; }\n",
                         PROPERTY_MASK_DEFAULT, false, &tally);
    // a, the low half of b, b, and the sign of b; each of them once.
    assert_int_equal(count_events(&run, EVENT_pin, 0), 4);
    run_free(&run);
}

static void memory_keeps_terms(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run = run_source(
        "#include <stdarg.h>\n"
        "struct s { char c; int i; short h; unsigned bits : 5, more : 20; } a, b; volatile unsigned char out[8];\n"
        "volatile long sum;\n"
        "static long add(int count, ...) { va_list l; long s = 0; va_start(l, count);\n"
        "    for (int i = 0; i < count; i++) s += i % 2 ? va_arg(l, long) : va_arg(l, int); va_end(l); return s; }\n"
        "static struct s pass(struct s v) { v.i++; v.more = v.bits; return v; }\n"
        "int main(void) { int x = __VERIFIER_nondet_int(); short y = __VERIFIER_nondet_short();\n"
        "    struct s local = {.c = (char)x, .i = x, .h = y}; local.bits = y; a = local; memcpy(&b, &a, sizeof a);\n"
        "    b = pass(b); memset((void *)out, x, 5); memmove((char *)out + 1, (char *)out, 6);\n"
        "    sum = add(4, x, (long)y, 3, 4L); int *h = malloc(8); h[0] = x; h[1] = y; h = realloc(h, 64);\n"
        "    sum += h[0] + h[1]; unsigned char *bytes = (unsigned char *)&h[0]; out[6] = bytes[2];\n"
        "    bytes[1] = (unsigned char)y; sum = h[0]; sum = h[5]; free(h); int unset; sum = unset; return 0; }\n",
        PROPERTY_MASK_DEFAULT, false, &tally);
    assert_true(tally.same_path > 40);
    run_free(&run);
}

static void assertions_are_checks(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        uint32_t checks, branches;
    } cases[] = {
        {"int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 5); return 0; }", 1, 0},
        {"static void check(int c) { if (!c) { reach_error(); abort(); } }\n"
         "int main(void) { int x = __VERIFIER_nondet_int(); check(x < 9); return 0; }",
         1, 0},
        // Both ways of making the disjunction false are one, after the second operand.
        {"int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); assert(x == 0 || y == 1);\n"
         "    return 0; }",
         1, 1},
        {"int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); assert(x == 0 && y == 0);\n"
         "    return 0; }",
         2, 0},
        {"int main(void) { int x = __VERIFIER_nondet_int(); switch (x) { case 0: return 1; case 3: return 2;\n"
         "    case 7: return 3; default: reach_error(); } return 0; }",
         1, 1},
        // Something visible, an input or another thread comes first.
        {"volatile int g; int main(void) { int x = __VERIFIER_nondet_int(); if (x) { g = 1; reach_error(); }\n"
         "    return 0; }",
         0, 1},
        {"int main(void) { int x = __VERIFIER_nondet_int(); if (x) { if (__VERIFIER_nondet_int() == 0) reach_error(); }\n"
         "    return 0; }",
         0, 1},
        {"int main(void) { int x = __VERIFIER_nondet_int(); if (x) for (;;) ; return 0; }", 0, 1},
        // What the other side does depends on a value that the branch says nothing about.
        {"int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x) { if (y == 0)\n"
         "    reach_error(); } return 0; }",
         1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Tally tally = {0};
        Run run = run_source(cases[i].source, PROPERTY_MASK_DEFAULT, false, &tally);
        uint32_t checks = count_events(&run, EVENT_check, PROPERTY_ASSERTION);
        uint32_t branches = count_events(&run, EVENT_branch, 0);
        if (checks != cases[i].checks || branches != cases[i].branches)
            fail_msg("%u checks, %u branches: %s", checks, branches, cases[i].source);
        run_free(&run);
    }
}

static void other_properties_are_checks(void **state)
{
    (void)state;
    static const struct {
        Property property;
        const char *source;
    } cases[] = {
        {PROPERTY_DIVISION, "volatile int g; int main(void) { g = 7 / (1 + __VERIFIER_nondet_short()); return 0; }"},
        {PROPERTY_DIVISION, "volatile int g; int main(void) { g = 1 << __VERIFIER_nondet_int(); return 0; }"},
        {PROPERTY_OVERFLOW, "volatile int g; int main(void) { g = 2147483640 + __VERIFIER_nondet_int(); return 0; }"},
        {PROPERTY_OVERFLOW, "volatile int g; int main(void) { g = 70000 * __VERIFIER_nondet_int() - 3; return 0; }"},
        {PROPERTY_MEMORY,
         "int a[4]; volatile int g; int main(void) { int i = __VERIFIER_nondet_int(); g = a[i]; return 0; }"},
        {PROPERTY_MEMORY,
         "volatile int g; int main(void) { int i = __VERIFIER_nondet_int(), *p = calloc(4, 4); p[i] = 1; return 0; }"},
        {PROPERTY_MEMORY,
         "volatile int g; int main(void) { _Bool b = __VERIFIER_nondet_bool(); int x = 1, *p = b ? 0 : &x;\n"
         "    g = *p; return 0; }"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Tally tally = {0};
        PropertyMask properties = PROPERTY_MASK_DEFAULT | PROPERTY_BIT(PROPERTY_OVERFLOW);
        Run run = run_source(cases[i].source, properties, false, &tally);
        if (!count_events(&run, EVENT_check, cases[i].property) || !tally.violations)
            fail_msg("no check, or none that failed: %s", cases[i].source);
        run_free(&run);
        // A property that is not asked for stops the thread: its check is an assumption. A wrong address is only pinned.
        run = run_source(cases[i].source, PROPERTY_BIT(PROPERTY_ASSERTION), false, &tally);
        assert_int_equal(count_events(&run, EVENT_check, cases[i].property), 0);
        if (cases[i].property == PROPERTY_DIVISION)
            assert_int_equal(count_events(&run, EVENT_assume, 0), 1);
        run_free(&run);
    }
}

// Objects begin a slot of 4096 bytes apart: an index may leave one and hit another, which is no violation.
static void other_objects_are_no_violation(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run = run_source("int a[4], b[4], c[4]; volatile int g; int main(void) {\n"
                         "    int i = __VERIFIER_nondet_int(), *p[3] = {calloc(4, 4), calloc(4, 4), calloc(4, 4)};\n"
                         "    g = b[i * 1024]; g = p[1][i * 1024]; g = (&b[3])[i]; return 0; }\n",
                         PROPERTY_MASK_DEFAULT, false, &tally);
    assert_int_equal(count_events(&run, EVENT_check, PROPERTY_MEMORY), 3);
    assert_int_equal(count_events(&run, EVENT_pin, 0), 2);
    run_free(&run);
}

static void assumptions_are_told(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run = run_source("int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x < 5);\n"
                         "    __VERIFIER_assume(x > 0); return 0; }",
                         PROPERTY_MASK_DEFAULT, false, &tally);
    assert_int_equal(count_events(&run, EVENT_assume, 0), 1);
    assert_int_equal(count_events(&run, EVENT_branch, 0), 1); // the one that does not hold
    assert_int_equal(run.status, MACHINE_DISCARDED);
    run_free(&run);
}

static void threads_pass_terms_on(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run =
        run_source("volatile long got, back; static void *twice(void *a) { got = (long)a;\n"
                   "    if (got == 9) pthread_exit((void *)3); return (void *)((long)a * 2); }\n"
                   "int main(void) { pthread_t t; void *r; long x = __VERIFIER_nondet_int();\n"
                   "    pthread_create(&t, 0, twice, (void *)x); pthread_join(t, &r); back = (long)r; return 0; }\n",
                   PROPERTY_MASK_DEFAULT, false, &tally);
    assert_int_equal(count_events(&run, EVENT_write, 0), 2);
    assert_true(find_event(&run, EVENT_write, 0)->term != NO_TERM);
    assert_true(find_event(&run, EVENT_write, 1)->term != NO_TERM);
    assert_int_equal(count_events(&run, EVENT_branch, 0), 1);
    assert_int_equal(count_events(&run, EVENT_pin, 0), 0);
    run_free(&run);
}

static void reads_are_symbols(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run = run_source("#include <stdatomic.h>\nint x = 4; _Atomic int a = 1; int array[3], *p = &array[1];\n"
                         "static void *other(void *v) { x = 1; return v; }\n"
                         "int main(void) { pthread_t t; int one = 1, two = 2; pthread_create(&t, 0, other, 0);\n"
                         "    pthread_join(t, 0); x = x + 1; atomic_fetch_add(&a, 2);\n"
                         "    int done = atomic_compare_exchange_strong(&a, &one, 7); x = done;\n"
                         "    array[x] = 1; *p = 5; return 0; }\n",
                         PROPERTY_MASK_DEFAULT, true, &tally);
    const Event *add = find_event(&run, EVENT_update, 0), *exchange = find_event(&run, EVENT_update, 1);
    for (uint32_t i = 0; i < run.events.count; i++)
        assert_int_equal(run.events.data[i].read != NO_TERM,
                         run.events.data[i].kind == EVENT_read || run.events.data[i].kind == EVENT_update);
    assert_true(add->term != NO_TERM && add->content == NO_TERM);
    assert_true(exchange->term != NO_TERM && exchange->value == 3 && exchange->content == add->term);
    const Event *sum = NULL;
    for (uint32_t i = 0; i < run.events.count; i++)
        if (run.events.data[i].kind == EVENT_write && run.events.data[i].thread == 0 && !sum)
            sum = &run.events.data[i];
    assert_true(sum && sum->term != NO_TERM && sum->value == 2 && sum->previous == 1);
    // The index and the pointer of the last two writes, and the result of the exchange stored into x is no branch.
    assert_true(count_events(&run, EVENT_pin, 0) >= 2);
    assert_int_equal(count_events(&run, EVENT_check, PROPERTY_MEMORY), 2);
    run_free(&run);
}

static void publishing_is_told(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run = run_source("struct node { struct node *next; int v; } *box; int main(void) {\n"
                         "    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b); b->next = 0; b->v = 2;\n"
                         "    a->next = b; a->v = 1; box = a; box = a; return 0; }\n",
                         PROPERTY_MASK_DEFAULT, true, &tally);
    assert_int_equal(count_events(&run, EVENT_publish, 0), 2);
    const Event *first = find_event(&run, EVENT_publish, 0), *second = find_event(&run, EVENT_publish, 1);
    const Event *write = find_event(&run, EVENT_write, 0);
    assert_int_equal(first->address, write->value);
    assert_int_equal(first->size, 16);
    assert_true(second < write && second->address != first->address);
    assert_int_equal(first->index, write->index);
    run_free(&run);
}

static void synchronisation_tells_what_was_before(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run = run_source(
        "#include <semaphore.h>\n#include <errno.h>\n"
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; sem_t s;\n"
        "pthread_barrier_t b; int v, r; int main(void) { struct timespec t = {0}; sem_init(&s, 0, 2);\n"
        "    pthread_barrier_init(&b, 0, 1); pthread_mutex_trylock(&m); pthread_mutex_trylock(&m);\n"
        "    pthread_mutex_unlock(&m); pthread_mutex_lock(&m); sem_post(&s); sem_wait(&s); sem_trywait(&s);\n"
        "    sem_getvalue(&s, &v); r = pthread_barrier_wait(&b); pthread_rwlock_wrlock(&l);\n"
        "    pthread_rwlock_tryrdlock(&l); return 0; }\n",
        PROPERTY_MASK_DEFAULT, true, &tally);
    assert_int_equal(find_event(&run, EVENT_sync_init, 0)->previous, 2);
    assert_int_equal(find_event(&run, EVENT_sync_init, 1)->previous, 1);
    assert_true(find_event(&run, EVENT_lock, 0)->conditional);
    assert_false(find_event(&run, EVENT_lock, 1)->conditional);
    assert_false(find_event(&run, EVENT_lock_failed, 0)->conditional); // it holds the mutex itself
    assert_int_equal(find_event(&run, EVENT_lock_failed, 1)->previous, 1);
    assert_int_equal(find_event(&run, EVENT_semaphore_post, 0)->previous, 2);
    assert_int_equal(find_event(&run, EVENT_semaphore_wait, 0)->previous, 3);
    assert_false(find_event(&run, EVENT_semaphore_wait, 0)->conditional);
    assert_true(find_event(&run, EVENT_semaphore_wait, 1)->conditional);
    const Event *read = find_event(&run, EVENT_semaphore_read, 0), *write = find_event(&run, EVENT_write, 0);
    assert_int_equal(read->value, 1);
    assert_true(read->read != NO_TERM && write->term == read->read && write > read);
    assert_int_equal(find_event(&run, EVENT_barrier_arrive, 0)->previous, 1);
    const Event *leave = find_event(&run, EVENT_barrier_leave, 0);
    assert_true(leave->read != NO_TERM && find_event(&run, EVENT_write, 1)->term == leave->read);
    run_free(&run);
}

static void printing_pins_nothing(void **state)
{
    (void)state;
    Tally tally = {0};
    Run run =
        run_source("#include <stdio.h>\nchar text[8] = \"ab\", copy[16]; volatile int length, g; int main(void) {\n"
                   "    int x = __VERIFIER_nondet_int(); g = x; length = printf(\"%d %s\\n\", x, text);\n"
                   "    length = printf(\"%d\\n\", 3); return 0; }\n",
                   PROPERTY_MASK_DEFAULT, true, &tally);
    assert_int_equal(count_events(&run, EVENT_pin, 0), 0);
    assert_true(find_event(&run, EVENT_write, 1)->term != NO_TERM);
    assert_true(find_event(&run, EVENT_write, 2)->term == NO_TERM);
    run_free(&run);
    run = run_source("#include <stdio.h>\nchar text[8] = \"ab\"; volatile int g; int main(void) {\n"
                     "    int x = __VERIFIER_nondet_int(); char copy[16]; g = sprintf(copy, \"%d %s\\n\", x, text);\n"
                     "    g = copy[0]; return 0; }\n",
                     PROPERTY_MASK_DEFAULT, true, &tally);
    assert_int_equal(count_events(&run, EVENT_pin, 0), 2); // the number and the characters
    run_free(&run);
}

static Trace *record(const TestProgram *test, TermTable *terms)
{
    Trace *trace = trace_create();
    TraceRecorder recorder = {trace};
    MachineOptions options = test_machine_options(test);
    options.terms = trace->terms = terms;
    options.symbolic_reads = true;
    Machine *machine = machine_create_observed(test->program, &options, trace_sink, &recorder);
    while (machine_status(machine) == MACHINE_RUNNING) {
        Choice choice = {0};
        while (!machine_alternatives(machine, choice.thread))
            choice.thread++;
        trace_record_choice(&recorder, choice);
        machine_step(machine, choice);
    }
    trace_finish(&recorder, machine, NULL);
    machine_free(machine);
    return trace;
}

static void recorded_traces_agree(void **state)
{
    (void)state;
    TestProgram test = test_load(TEST_HEADERS NONDET
                                 "int x, *box; static void *other(void *a) { x = x + 1; return a; }\n"
                                 "int main(void) { pthread_t t; box = malloc(4); *box = __VERIFIER_nondet_int();\n"
                                 "    pthread_create(&t, 0, other, 0); x = *box; if (x > 3) x = 2; assert(x != 9);\n"
                                 "    pthread_join(t, 0); return 0; }\n");
    Trace *concrete = record(&test, NULL), *symbolic = record(&test, terms_create());
    Text text = {0};
    if (trace_difference(concrete, symbolic, &text))
        fail_msg("%s", text_string(&text));
    assert_true(symbolic->events.count > concrete->events.count);
    assert_true(symbolic->inputs.data[0].symbol != NO_TERM && concrete->inputs.data[0].symbol == NO_TERM);
    uint32_t conditions = 0, reads = 0, terms = 0;
    for (uint32_t i = 0; i < symbolic->events.count; i++) {
        const TraceEvent *event = &symbolic->events.data[i];
        conditions += event->kind == EVENT_branch || event->kind == EVENT_pin || event->kind == EVENT_check;
        reads += event->read != NO_TERM;
        terms += event->kind == EVENT_write && event->term != NO_TERM;
    }
    assert_true(conditions >= 3 && reads >= 5 && terms >= 3);
    // A difference in what counts is still one.
    for (uint32_t i = 0; i < symbolic->events.count; i++)
        if (symbolic->events.data[i].kind == EVENT_write)
            symbolic->events.data[i].value++;
    assert_true(trace_difference(concrete, symbolic, &text));
    text_free(&text);
    trace_free(concrete);
    trace_free(symbolic);
    test_unload(&test);
}

// Clones of a symbolic machine go on with the terms they had.
static void clones_keep_terms(void **state)
{
    (void)state;
    TestProgram test = test_load(
        TEST_HEADERS NONDET
        "volatile int g, h; static void *other(void *a) { h = 2; return a; }\n"
        "int main(void) { pthread_t t; int x = __VERIFIER_nondet_int(), local[2] = {x, x + 1};\n"
        "    volatile int *p = local; pthread_create(&t, 0, other, 0); g = 1; g = x; g = p[1]; return 0; }\n");
    MachineOptions options = test_machine_options(&test);
    options.facts = NULL;
    options.terms = terms_create();
    Machine *machine = machine_create(test.program, &options);
    Machine *clone = machine_clone(machine);
    Run runs[2] = {{.terms = options.terms}, {.terms = options.terms}};
    Machine *both[2] = {machine, clone};
    for (int i = 0; i < 2; i++) {
        both[i]->sink = keep_event;
        both[i]->sink_context = &runs[i];
        test_finish(both[i]);
    }
    expect_same_run(&test, &runs[0], &runs[1]);
    for (uint32_t i = 1; i < 3; i++) {
        assert_true(find_event(&runs[0], EVENT_write, i)->term != NO_TERM);
        assert_int_equal(find_event(&runs[0], EVENT_write, i)->term, find_event(&runs[1], EVENT_write, i)->term);
    }
    for (int i = 0; i < 2; i++) {
        machine_free(both[i]);
        vector_free(&runs[i].events);
    }
    terms_free(options.terms);
    test_unload(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_has_terms),
        cmocka_unit_test(what_has_no_term_is_pinned),
        cmocka_unit_test(memory_keeps_terms),
        cmocka_unit_test(assertions_are_checks),
        cmocka_unit_test(other_properties_are_checks),
        cmocka_unit_test(other_objects_are_no_violation),
        cmocka_unit_test(assumptions_are_told),
        cmocka_unit_test(threads_pass_terms_on),
        cmocka_unit_test(reads_are_symbols),
        cmocka_unit_test(publishing_is_told),
        cmocka_unit_test(synchronisation_tells_what_was_before),
        cmocka_unit_test(printing_pins_nothing),
        cmocka_unit_test(clones_keep_terms),
        cmocka_unit_test(recorded_traces_agree),
        cmocka_unit_test(terms_of_threaded_programs),
        cmocka_unit_test(terms_of_sequential_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
