// The pieces that the formats of other tools are made of: digests, URIs, property files; and the two that a hand-made
// counterexample shows best, SARIF's code flow and the steps of a witness.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/property_file.h"
#include "base/file.h"
#include "base/sha256.h"
#include "report/report.h"
#include "report/uri.h"
#include "report/witness.h"
#include "sample_trace.h"
#include "temporary_file.h"

static void assert_digest(const char *text, size_t length, const char *expected)
{
    Text digest = {0};
    sha256_append(text, length, &digest);
    assert_string_equal(text_string(&digest), expected);
    text_free(&digest);
}

// The examples of FIPS 180-4 and its companion, and the lengths at which padding needs another block.
static void digests(void **state)
{
    (void)state;
    assert_digest("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_digest("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    char many[1000];
    memset(many, 'a', sizeof many);
    assert_digest(many, 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
    assert_digest(many, 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
    assert_digest(many, 1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
}

static void assert_uri(const char *directory, const char *path, const char *expected, bool relative)
{
    Text uri = {0};
    assert_int_equal(uri_append_path(directory, path, &uri), relative);
    assert_string_equal(text_string(&uri), expected);
    text_free(&uri);
}

static void uris(void **state)
{
    (void)state;
    assert_uri("/home/me", "a.c", "a.c", true);
    assert_uri("/home/me", "./x/../a b%\xc3\xa9.c", "a%20b%25%C3%A9.c", true);
    assert_uri("/home/me", "/home/me/src//a.c", "src/a.c", true);
    assert_uri("/home/me", "/home/mean/a.c", "file:///home/mean/a.c", false);
    assert_uri("/home/me", "../../../usr/include/a.h", "file:///usr/include/a.h", false);
    assert_uri("/", "tmp/a.c", "tmp/a.c", true);
    assert_true(uri_same_path("/home/me", "x/../a.c", "/home/me/a.c"));
    assert_false(uri_same_path("/home/me", "a.c", "/home/you/a.c"));
    Text root = {0};
    uri_append_directory("/home/a b", &root);
    uri_append_directory("/", &root);
    assert_string_equal(text_string(&root), "file:///home/a%20b/file:///");
    text_free(&root);
}

// The properties of a file, or the message without the name of the file in front.
static void assert_property_file(const char *text, PropertyMask expected, const char *message)
{
    char path[TEST_PATH_SIZE];
    test_write_file(path, "", text);
    PropertyMask mask = 0;
    Text error = {0};
    assert_int_equal(property_read_file(path, &mask, &error), !*message);
    assert_int_equal(mask, expected);
    assert_string_equal(*message ? text_string(&error) + strlen(path) : "", message);
    unlink(path);
    text_free(&error);
}

#define CHECK_LINE(formula) "CHECK( init(main()), LTL(" formula ") )\n"

static void property_files(void **state)
{
    (void)state;
    assert_property_file(CHECK_LINE("G ! call(reach_error())"), PROPERTY_BIT(PROPERTY_ASSERTION), "");
    assert_property_file("\n  CHECK(init(main()),LTL(G!call( reach_error( ) )))  \n", PROPERTY_BIT(PROPERTY_ASSERTION),
                         "");
    assert_property_file(CHECK_LINE("G valid-free") CHECK_LINE("G valid-deref") "\n" CHECK_LINE("G valid-memtrack"),
                         PROPERTY_BIT(PROPERTY_MEMORY) | PROPERTY_BIT(PROPERTY_LEAK), "");
    assert_property_file(CHECK_LINE("G ! data-race"), PROPERTY_BIT(PROPERTY_RACE), "");
    assert_property_file(CHECK_LINE("G ! overflow"), PROPERTY_BIT(PROPERTY_OVERFLOW), "");
    assert_property_file(CHECK_LINE("G ! deadlock"), PROPERTY_BIT(PROPERTY_DEADLOCK), "");
    assert_property_file(CHECK_LINE("G ! overflow") CHECK_LINE("F end"), 0,
                         ":2: 'F end': raddle does not prove termination");
    assert_property_file(
        CHECK_LINE("G valid-memcleanup"), 0,
        ":1: 'G valid-memcleanup': raddle checks that no memory is lost (G valid-memtrack), not that all of "
        "it is freed");
    assert_property_file(CHECK_LINE("G ! call(other())"), 0, ":1: 'G ! call(other())': raddle does not check it");
    assert_property_file("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n", 0,
                         ":1: expected CHECK( init(main()), LTL(...) )");
    assert_property_file("CHECK( init(main()), LTL(", 0, ":1: expected CHECK( init(main()), LTL(...) )");
    assert_property_file("\n \n", 0, ": no property in it");
}

// Every property can be written, and is read back as itself.
static void formulas_come_back(void **state)
{
    (void)state;
    for (Property property = 0; property < PROPERTY_COUNT; property++) {
        Text formulas = {0};
        property_append_formulas(PROPERTY_BIT(property), &formulas);
        assert_true(formulas.length);
        assert_property_file(text_string(&formulas), PROPERTY_BIT(property), "");
        text_free(&formulas);
    }
    assert_true(property_is_file("../a.prp"));
    assert_false(property_is_file("race"));
    assert_false(property_is_file(".prp"));
}

static void reading_files(void **state)
{
    (void)state;
    Text text = {0}, error = {0};
    assert_false(file_read_text("/nowhere/at/all", &text, &error));
    assert_string_equal(text_string(&error), "/nowhere/at/all: No such file or directory");
    text_clear(&error);
    assert_false(file_read_text("/tmp", &text, &error));
    assert_string_equal(text_string(&error), "/tmp: Is a directory");
    text_clear(&error);
    assert_false(file_read_text("/dev/zero", &text, &error));
    assert_string_equal(text_string(&error), "/dev/zero: not a file");
    text_free(&error);
}

static json_t *sample_sarif(const char *path)
{
    Verdict verdict = {.answer = ANSWER_FALSE, .engine = "stress"};
    vector_push(&verdict.counterexamples, sample_trace(path));
    verdict.program = &verdict.counterexamples.data[0]->program;
    Text out = {0};
    report_sarif(&verdict, &out);
    json_t *log = json_loads(text_string(&out), 0, NULL);
    assert_non_null(log);
    text_free(&out);
    verdict_free(&verdict);
    return log;
}

static void sarif_has_a_flow_for_each_thread(void **state)
{
    (void)state;
    char path[TEST_PATH_SIZE];
    test_write_file(path, "", sample_source);
    json_t *log = sample_sarif(path);
    json_t *run = json_array_get(json_object_get(log, "runs"), 0);
    json_t *result = json_array_get(json_object_get(run, "results"), 0);
    json_t *flows = json_object_get(json_array_get(json_object_get(result, "codeFlows"), 0), "threadFlows");
    assert_int_equal(json_array_size(flows), 2);
    json_t *second = json_array_get(flows, 1), *place;
    assert_string_equal(json_string_value(json_object_get(second, "id")), "thread 1");
    static const int orders[] = {5, 6, 8, 9};
    size_t index;
    json_array_foreach(json_object_get(second, "locations"), index, place)
    {
        assert_true(index < 4);
        assert_int_equal(json_integer_value(json_object_get(place, "executionOrder")), orders[index]);
    }
    json_t *write = json_array_get(json_object_get(second, "locations"), 2);
    json_t *balance = json_object_get(json_object_get(write, "state"), "balance");
    assert_string_equal(json_string_value(json_object_get(balance, "text")), "150");
    json_decref(log);
    unlink(path);
}

// Kinds, threads and lines, one letter for each kind: Line, Create, Start, End, Input, Violation.
static void witness_steps_are_lines(void **state)
{
    (void)state;
    char path[TEST_PATH_SIZE];
    test_write_file(path, "", sample_source);
    Trace *trace = sample_trace(path);
    WitnessSteps steps = {0};
    witness_steps_make(trace, &steps);
    Text out = {0};
    for (uint32_t i = 0; i < steps.list.count; i++) {
        const WitnessStep *step = &steps.list.data[i];
        text_format(&out, "%c%u:%u ", "LCSEIV"[step->kind], step -> thread, step -> position.line);
    }
    assert_string_equal(text_string(&out),
                        "C0:10 I0:11 L0:12 L0:13 S1:3 L1:5 L0:13 L1:5 E1:6 L0:14 L0:15 L0:16 V0:16 ");
    const WitnessStep *input = &steps.list.data[1];
    assert_string_equal(input->function, "nondet_int");
    assert_string_equal(input->value, "-10");
    assert_int_equal(input->end_column, 29);
    assert_int_equal(witness_thread_count(&steps), 2);
    text_free(&out);
    witness_steps_free(&steps);
    trace_free(trace);
    unlink(path);
}

static void identifiers_follow_the_content(void **state)
{
    (void)state;
    Text content = {0}, first = {0}, second = {0};
    text_append(&content, "abc");
    witness_append_uuid(&content, &first);
    assert_string_equal(text_string(&first), "ba7816bf-8f01-8fea-8141-40de5dae2223");
    text_append(&content, "d");
    witness_append_uuid(&content, &second);
    assert_string_not_equal(text_string(&first), text_string(&second));
    text_free(&content);
    text_free(&first);
    text_free(&second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests),
        cmocka_unit_test(uris),
        cmocka_unit_test(property_files),
        cmocka_unit_test(formulas_come_back),
        cmocka_unit_test(reading_files),
        cmocka_unit_test(sarif_has_a_flow_for_each_thread),
        cmocka_unit_test(witness_steps_are_lines),
        cmocka_unit_test(identifiers_follow_the_content),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
