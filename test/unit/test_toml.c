// TOML as far as settings need it: what is read, and that nothing else is taken for something.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/toml.h"

static void values_are_read(void **state)
{
    (void)state;
    static const char text[] = "# comment\r\n"
                               "name = \"a\\tb\\\"\\\\\\u00e9#\" # \"comment\"\n"
                               "plain='c:\\new'\n"
                               "number = 1_000\n"
                               "half = 0.5\n"
                               "yes = true\n"
                               "[raddle]\n"
                               "name = [\n  \"x\", # first\n  'y',\n  3,\n]\n"
                               "\"quoted key\" = []";
    Arena arena = {0};
    TomlDocument document = {0};
    Text error = {0};
    assert_true(toml_parse(&arena, "t", text, &document, &error));
    static const struct {
        const char *table, *key, *value;
        uint32_t line;
        TomlKind kind;
    } expected[] = {{"", "name", "a\tb\"\\\xc3\xa9#", 2, TOML_STRING},
                    {"", "plain", "c:\\new", 3, TOML_STRING},
                    {"", "number", "1000", 4, TOML_NUMBER},
                    {"", "half", "0.5", 5, TOML_NUMBER},
                    {"", "yes", "true", 6, TOML_BOOLEAN},
                    {"raddle", "name", "x", 8, TOML_ARRAY},
                    {"raddle", "quoted key", NULL, 13, TOML_ARRAY}};
    assert_int_equal(document.entries.count, sizeof expected / sizeof *expected);
    for (uint32_t i = 0; i < document.entries.count; i++) {
        const TomlEntry *entry = &document.entries.data[i];
        assert_string_equal(entry->table, expected[i].table);
        assert_string_equal(entry->key, expected[i].key);
        assert_int_equal(entry->line, expected[i].line);
        assert_int_equal(entry->kind, expected[i].kind);
        if (expected[i].value)
            assert_string_equal(entry->values.data[0], expected[i].value);
        else
            assert_int_equal(entry->values.count, 0);
    }
    assert_int_equal(document.entries.data[5].values.count, 3);
    assert_string_equal(document.entries.data[5].values.data[2], "3");
    toml_free(&document);
    text_free(&error);
    arena_release(&arena);
}

static void the_rest_is_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"a", "t:1: expected = after the key"},
        {"a = ", "t:1: expected a string between quotes, a number, true, false or an array"},
        {"\n\na = word", "t:3: expected a string between quotes, a number, true, false or an array"},
        {"a = 2026-01-01", "t:1: expected a string between quotes, a number, true, false or an array"},
        {"a = \"x", "t:1: a string is not closed"},
        {"a = \"x\ny\"", "t:1: a string is not closed"},
        {"a = \"\\q\"", "t:1: unknown escape in a string"},
        {"a = \"\\u12\"", "t:1: expected four hexadecimal digits after \\u"},
        {"a = \"\\u0000\"", "t:1: \\u does not name a character"},
        {"a = \"\"\"x\"\"\"", "t:1: strings of several lines are not read here"},
        {"a = [\"x\" \"y\"]", "t:1: expected a comma or the end of the array"},
        {"a = [\"x\",\n", "t:2: expected a string between quotes, a number, true, false or an array"},
        {"a = [[1]]", "t:1: arrays of arrays are not read here"},
        {"a = {b = 1}", "t:1: inline tables are not read here"},
        {"a.b = 1", "t:1: names with dots are not read here"},
        {"[a.b]", "t:1: names with dots are not read here"},
        {"[[a]]", "t:1: arrays of tables are not read here"},
        {"[a", "t:1: expected ] after the name of a table"},
        {"[]", "t:1: expected the name of a table"},
        {"= 1", "t:1: expected the name of a key"},
        {"a = 1 b = 2", "t:1: expected the end of the line"},
        {"a = 1\na = 2", "t:2: this key is there already"},
        {"[a]\n[b]\n[a]", "t:3: this table is there already"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Arena arena = {0};
        TomlDocument document = {0};
        Text error = {0};
        assert_false(toml_parse(&arena, "t", cases[i][0], &document, &error));
        assert_string_equal(text_string(&error), cases[i][1]);
        toml_free(&document);
        text_free(&error);
        arena_release(&arena);
    }
}

// Everything between the quotes comes back.
static void strings_are_written_and_read(void **state)
{
    (void)state;
    static const char string[] = "a \"b\" \\c\td\n\x7f é";
    Arena arena = {0};
    TomlDocument document = {0};
    Text text = {0}, error = {0};
    text_append(&text, "a = ");
    toml_append_string(&text, string);
    assert_true(toml_parse(&arena, "t", text_string(&text), &document, &error));
    assert_string_equal(document.entries.data[0].values.data[0], string);
    toml_free(&document);
    text_free(&text);
    text_free(&error);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_read),
        cmocka_unit_test(the_rest_is_refused),
        cmocka_unit_test(strings_are_written_and_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
