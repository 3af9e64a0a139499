// Recorded symbolic runs: their terms survive saving and loading, and a file whose terms cannot be those of a run is
// refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sample_trace.h"
#include "trace_file.h"

static void insert_event(Trace *trace, uint32_t at, TraceEvent event)
{
    vector_push(&trace->events, event);
    memmove(&trace->events.data[at + 1], &trace->events.data[at],
            (trace->events.count - 1 - at) * sizeof *trace->events.data);
    trace->events.data[at] = event;
}

static void insert_condition(Trace *trace, uint32_t at, EventKind kind, Term term)
{
    const TraceEvent *next = &trace->events.data[at];
    TraceEvent event = sample_event(kind, next->thread, next->index, next->step, "bank.c", 13, 1);
    event.term = term;
    if (kind == EVENT_check)
        event.property = PROPERTY_DIVISION;
    insert_event(trace, at, event);
}

// The sample with symbols for what is read. The conditions stand at 5 (branch), 12 (pin), 13 (assume) and 14 (check).
static Trace *symbolic_trace(void)
{
    Trace *trace = sample_trace("bank.c");
    TermTable *terms = trace->terms = terms_create();
    TraceEvent *events = trace->events.data;
    term_add(terms, term_symbol(terms, 16, "not needed"), term_constant(terms, 16, 7));
    Term amount = term_symbol(terms, 32, "amount");
    trace->inputs.data[0].symbol = events[1].term = amount;
    events[3].read = term_symbol(terms, 32, "balance@0.3");
    events[5].read = term_symbol(terms, 32, NULL);
    events[6].term = term_add(terms, events[3].read, amount);
    events[7].term = term_add(terms, events[5].read, term_constant(terms, 32, 50));
    events[7].content = events[6].term;
    events[11].read = term_symbol(terms, 32, "b\xc3\xa4lance \"quoted\"");
    events[11].content = events[7].term;
    events[11].conditional = true;
    Term last = events[11].read;
    insert_condition(trace, 12, EVENT_check,
                     term_equal(terms, term_extract(terms, last, 4, 7), term_constant(terms, 7, 9)));
    insert_condition(trace, 12, EVENT_assume, term_ult(terms, last, term_constant(terms, 32, 151)));
    insert_condition(trace, 12, EVENT_pin, term_equal(terms, last, term_constant(terms, 32, 150)));
    insert_condition(trace, 6, EVENT_branch, term_slt(terms, amount, term_constant(terms, 32, 0)));
    return trace;
}

static void assert_same_term(const Trace *a, Term x, const Trace *b, Term y)
{
    assert_int_equal(x == NO_TERM, y == NO_TERM);
    if (x == NO_TERM)
        return;
    assert_int_equal(term_width(a->terms, x), term_width(b->terms, y));
    assert_int_equal(term_kind(a->terms, x), term_kind(b->terms, y));
    if (term_kind(a->terms, x) == TERM_symbol)
        assert_string_equal(term_symbol_name(a->terms, x), term_symbol_name(b->terms, y));
    if (term_is_constant(a->terms, x))
        assert_int_equal(term_constant_value(a->terms, x), term_constant_value(b->terms, y));
    if (term_kind(a->terms, x) == TERM_extract)
        assert_int_equal(term_low_bit(a->terms, x), term_low_bit(b->terms, y));
    for (uint32_t i = 0; i < term_operand_count(a->terms, x); i++)
        assert_same_term(a, term_operand(a->terms, x, i), b, term_operand(b->terms, y, i));
}

static void assert_same(const Trace *a, const Trace *b)
{
    Text difference = {0};
    if (trace_difference(a, b, &difference))
        fail_msg("%s", text_string(&difference));
    assert_int_equal(a->events.count, b->events.count);
    for (uint32_t i = 0; i < a->events.count; i++) {
        const TraceEvent *x = &a->events.data[i], *y = &b->events.data[i];
        assert_int_equal(x->kind, y->kind);
        assert_int_equal(x->index, y->index);
        assert_int_equal(x->conditional, y->conditional);
        assert_int_equal(x->property, y->property);
        assert_same_term(a, x->term, b, y->term);
        assert_same_term(a, x->read, b, y->read);
        assert_same_term(a, x->content, b, y->content);
    }
    for (uint32_t i = 0; i < a->inputs.count; i++)
        assert_same_term(a, a->inputs.data[i].symbol, b, b->inputs.data[i].symbol);
}

static void round_trip(void **state)
{
    Trace *trace = symbolic_trace();
    Trace *loaded = save_and_load(*state, trace);
    assert_non_null(loaded->terms);
    assert_same(trace, loaded);
    assert_int_equal(loaded->events.data[1].term, loaded->inputs.data[0].symbol);
    // What nothing refers to is not written: a symbol and a sum of 16 bits.
    for (Term term = 1; term <= terms_count(loaded->terms); term++)
        assert_int_not_equal(term_width(loaded->terms, term), 16);
    trace_free(loaded);
    trace_free(trace);
}

static void concrete_trace_has_no_terms(void **state)
{
    Trace *trace = sample_trace("bank.c");
    Trace *loaded = save_and_load(*state, trace);
    assert_null(loaded->terms);
    trace_free(loaded);
    trace_free(trace);
}

// One write per operator and width, with the value that the operator gives for what was read.
typedef struct Writer {
    Trace *trace;
    Term symbols[3];
    uint64_t values[3];
} Writer;

static uint64_t symbol_value(void *context, Term symbol)
{
    const Writer *writer = context;
    for (uint32_t i = 0; i < 3; i++)
        if (writer->symbols[i] == symbol)
            return writer->values[i];
    fail_msg("an unknown symbol");
    return 0;
}

static void add_read(Writer *writer, uint32_t number, uint32_t size, uint64_t value)
{
    Trace *trace = writer->trace;
    TraceEvent event = sample_event(EVENT_read, 0, trace->events.count, UINT32_MAX, "", 0, 0);
    event.address = 4096 + 8 * number;
    event.size = size;
    event.value = writer->values[number] = value;
    event.read = writer->symbols[number] = term_symbol(trace->terms, size * 8, "s");
    sample_add(trace, event);
}

static void add_write(Writer *writer, Term term)
{
    Trace *trace = writer->trace;
    uint32_t width = term_width(trace->terms, term), size = (width + 7) / 8;
    if (width % 8)
        term = term_zero_extend(trace->terms, term, size * 8);
    TraceEvent event = sample_event(EVENT_write, 0, trace->events.count, UINT32_MAX, "", 0, 0);
    event.address = 8192;
    event.size = size;
    event.term = term;
    event.value = term_evaluate(trace->terms, term, symbol_value, writer);
    sample_add(trace, event);
}

static void round_trip_of_every_operator(void **state)
{
    for (uint32_t size = 1; size <= 8; size *= 2) {
        Writer writer = {.trace = trace_create()};
        TermTable *terms = writer.trace->terms = terms_create();
        add_read(&writer, 0, size, UINT64_C(0xfedcba9876543211) & (UINT64_MAX >> (64 - size * 8)));
        add_read(&writer, 1, size, 3);
        add_read(&writer, 2, size, 0);
        Term a = writer.symbols[0], b = writer.symbols[1], c = writer.symbols[2];
        static Term (*const unary[])(TermTable *, Term) = {term_not, term_negate};
        static Term (*const binary[])(TermTable *, Term, Term) = {
            term_and,  term_or,  term_xor,  term_add,  term_mul,   term_udiv, term_urem, term_sdiv,
            term_srem, term_shl, term_lshr, term_ashr, term_equal, term_ult,  term_slt};
        for (size_t i = 0; i < sizeof unary / sizeof *unary; i++)
            add_write(&writer, unary[i](terms, a));
        for (size_t i = 0; i < sizeof binary / sizeof *binary; i++) {
            add_write(&writer, binary[i](terms, a, b));
            add_write(&writer, binary[i](terms, a, c));
            add_write(&writer, binary[i](terms, term_xor(terms, b, c), term_constant(terms, size * 8, UINT64_MAX)));
        }
        add_write(&writer, term_ite(terms, term_ult(terms, b, a), a, c));
        Term low = term_extract(terms, a, 1, size * 4), high = term_extract(terms, b, size * 4, size * 4);
        add_write(&writer, term_concat(terms, high, low));
        add_write(&writer, term_zero_extend(terms, low, 64));
        add_write(&writer, term_sign_extend(terms, low, 64));
        uint32_t kinds = 0;
        for (Term term = 1; term <= terms_count(terms); term++)
            kinds |= 1u << term_kind(terms, term);
        assert_int_equal(kinds, (1u << TERM_KIND_COUNT) - 1);
        Trace *loaded = save_and_load(*state, writer.trace);
        assert_same(writer.trace, loaded);
        trace_free(loaded);
        trace_free(writer.trace);
    }
}

static void damaged_terms_are_named(void **state)
{
    // terms: 0 amount, 1 balance@0.3, 2 "", 3 the sum of 1 and 0, ...
    static const Damage cases[] = {
        {"terms", "3", "terms is not a list"},
        {"terms.1", "3", "terms[1] is not a list"},
        {"terms.1", "[]", "terms[1] is too short"},
        {"terms.1.0", "7", "terms[1].kind is not a string"},
        {"terms.1.0", "\"root\"", "terms[1].kind has the unknown value 'root'"},
        {"terms.1.1", "0", "terms[1].width is not from 1 to 64"},
        {"terms.1.1", "65", "terms[1].width is too large"},
        {"terms.1.1", "-1", "terms[1].width is not a number that is 0 or more"},
        {"terms.1.1", "\"32\"", "terms[1].width is not a number that is 0 or more"},
        {"terms.1.2", "5", "terms[1].name is not a string"},
        {"terms.1.2", NULL, "terms[1] is too short"},
        {"terms.3.2", "3", "terms[3] has an operand that does not stand before it"},
        {"terms.3.2", "-1", "terms[3].operand is not a number that is 0 or more"},
        {"terms.3.3", NULL, "terms[3] is too short"},
        {"terms.3.1", "31", "terms[3] has a width that does not fit its operands"},
        {"terms.3", "[\"equal\", 32, 0, 1]", "terms[3] has a width that does not fit its operands"},
        {"terms.3", "[\"equal\", 1, 0]", "terms[3] is too short"},
        {"terms.3", "[\"not\", 32, 0, 1]", "terms[3] is too long"},
        {"terms.3", "[\"extract\", 8, 0, 25]", "terms[3] has a width that does not fit its operands"},
        {"terms.3", "[\"extract\", 8, 0, 65]", "terms[3].number is too large"},
        {"terms.3", "[\"concat\", 32, 0, 1]", "terms[3] has a width that does not fit its operands"},
        {"terms.3", "[\"zero_extend\", 31, 0]", "terms[3] has a width that does not fit its operands"},
        {"terms.3", "[\"ite\", 32, 0, 1, 1]", "terms[3] has a width that does not fit its operands"},
        {"terms.3", "[\"constant\", 32, 4294967296]", "terms[3] has a width that does not fit its operands"},
        {"terms.3", "[\"constant\", 32, \"0xx\"]", "terms[3].number is not a number"},
        {"terms.3", "[\"add\", 32, 0, 0]", "steps[7].term does not have the value that the run had"},
        {"terms", NULL, "inputs[0].symbol is not the index of one of the 0 terms"},
        {"inputs.0.symbol", "1", "steps[1].term is not the symbol of the input"},
        {"inputs.0.symbol", NULL, "steps[1].term is not the symbol of the input"},
        {"inputs.0.value", "5", "steps[1].value is not the value of the input"},
        {"inputs.0.thread", "1", "steps[1].thread is not that of the input"},
        {"inputs", "[]", "steps[1].kind is that of an input, but there is none left"},
        {"steps.1.kind", "\"yield\"", "steps[16] is the last one, but there are more inputs"},
        {"inputs.0.bits", "31", "inputs[0].symbol has a width that is not that of the input"},
        {"steps.1.term", "2", "steps[1].term is not the symbol of the input"},
        {"steps.3.read", "3", "steps[3].read is not a symbol"},
        {"steps.5.read", "1", "steps[5].read is a symbol that another event has read"},
        {"steps.3.value", "101", "steps[7].term does not have the value that the run had"},
        {"steps.7.value", "91", "steps[7].term does not have the value that the run had"},
        {"steps.8.previous", "91", "steps[8].content does not have the value that the run had"},
        {"steps.7.term", "-1", "steps[7].term is not a number that is 0 or more"},
        {"steps.7.size", "9", "steps[7].size is not from 1 to 8"},
        {"steps.7.size", "0", "steps[7].size is not from 1 to 8"},
        {"steps.7.address", "\"0xfffffffffffffffe\"", "steps[7].address is too large"},
        {"steps.6.term", NULL, "steps[6].term is missing"},
        {"steps.6.term", "0", "steps[6].term is a term of 32 bits, not of 1"},
        {"steps.6.index", "5", "steps[6].index is 5, but the next one of the thread is 4"},
        {"steps.6.conditional", "0", "steps[6].conditional is not true or false"},
        {"steps.7.index", "5", "steps[7].index is 5, but the next one of the thread is 4"},
        {"steps.15.property", NULL, "steps[15].property is missing"},
        {"steps.15.property", "\"taste\"", "steps[15].property has the unknown value 'taste'"},
        {"steps.0.other", "0", "steps[0].other is a thread that exists already"},
        {"steps.0.other", "2", "steps[4].thread is that of a thread that nothing has created"},
        {"steps.0.other", NULL, "steps[0].other is missing"},
        {"steps.11.other", NULL, "steps[11].other is missing"},
        {"steps.11.other", "0", "steps[11].other is a thread that has not ended"},
        {"steps.8.kind", "\"exit\"", "steps[9].thread is that of a thread that has ended"},
        {"steps.11.other", "2", "steps[11].other is a thread that nothing has created"},
    };
    assert_all_refused(*state, symbolic_trace(), cases, sizeof cases / sizeof *cases);
}

static void values_that_are_read_later_are_refused(void **state)
{
    Fixture *fixture = *state;
    Trace *trace = symbolic_trace();
    Text error = {0};
    // The first write takes what the last read gives.
    trace->events.data[7].term =
        term_add(trace->terms, trace->events.data[12].read, term_constant(trace->terms, 32, -60));
    assert_true(trace_save(trace, fixture->path, &error));
    assert_refused(fixture, "order", "steps[7].term depends on what is read later");
    trace_free(trace);
}

static void first_version_is_read(void **state)
{
    Fixture *fixture = *state;
    Trace *trace = sample_trace("bank.c");
    Text text = {0}, error = {0};
    trace_append_json(trace, &text);
    char *version = strstr(text.data, "\"raddle_trace\": 2");
    assert_non_null(version);
    version[strlen("\"raddle_trace\": ")] = '1';
    assert_true(file_write_text(fixture->path, &text, &error));
    Trace *loaded = trace_load(fixture->path, &error);
    assert_non_null(loaded);
    assert_null(loaded->terms);
    assert_same(trace, loaded);
    text_free(&text);
    trace_free(loaded);
    trace_free(trace);
}

// What a replay does: the recording is symbolic, its repetition is not.
static void symbolic_and_concrete_runs_compare(void **state)
{
    (void)state;
    Trace *symbolic = symbolic_trace(), *concrete = sample_trace("bank.c");
    Text difference = {0};
    assert_false(trace_difference(symbolic, concrete, &difference));
    assert_false(trace_difference(concrete, symbolic, &difference));
    TraceEvent *failed = &symbolic->events.data[12], *read = &concrete->events.data[11];
    failed->kind = EVENT_update; // a compare-exchange that fails
    failed->previous = failed->value;
    failed->previous_text = failed->value_text;
    assert_false(trace_difference(symbolic, concrete, &difference));
    assert_false(trace_difference(concrete, symbolic, &difference));
    failed->previous++;
    assert_true(trace_difference(symbolic, concrete, &difference));
    failed->previous--;
    read->value++;
    assert_true(trace_difference(symbolic, concrete, &difference));
    read->value--;
    concrete->events.count--;
    assert_true(trace_difference(symbolic, concrete, &difference));
    trace_free(symbolic);
    trace_free(concrete);
    text_free(&difference);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(round_trip, make_file, remove_file),
        cmocka_unit_test_setup_teardown(concrete_trace_has_no_terms, make_file, remove_file),
        cmocka_unit_test_setup_teardown(round_trip_of_every_operator, make_file, remove_file),
        cmocka_unit_test_setup_teardown(damaged_terms_are_named, make_file, remove_file),
        cmocka_unit_test_setup_teardown(values_that_are_read_later_are_refused, make_file, remove_file),
        cmocka_unit_test_setup_teardown(first_version_is_read, make_file, remove_file),
        cmocka_unit_test(symbolic_and_concrete_runs_compare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
