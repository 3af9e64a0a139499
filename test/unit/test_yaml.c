// The YAML of task definitions, and what a definition means.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/yaml.h"
#include "cli/arguments.h"
#include "api/task.h"

// Writes a tree on one line: {key: text, key: [text, text]}.
static void print(const YamlNode *node, Text *out)
{
    if (node->kind == YAML_SCALAR) {
        text_append(out, node->text);
        return;
    }
    text_append(out, node->kind == YAML_MAPPING ? "{" : "[");
    for (const YamlNode *element = node->first; element; element = element->next) {
        if (element->key)
            text_format(out, "%s: ", element->key);
        print(element, out);
        if (element->next)
            text_append(out, ", ");
    }
    text_append(out, node->kind == YAML_MAPPING ? "}" : "]");
}

// The tree of a text, or the message about it.
static void assert_yaml(const char *text, const char *expected)
{
    Arena arena = {0};
    Text out = {0}, error = {0};
    const YamlNode *root = yaml_parse(&arena, "f.yml", text, &error);
    if (root)
        print(root, &out);
    assert_string_equal(root ? text_string(&out) : text_string(&error), expected);
    assert_true(!root == (error.length > 0));
    text_free(&out);
    text_free(&error);
    arena_release(&arena);
}

static void blocks(void **state)
{
    (void)state;
    assert_yaml("a: 1\nb: two words\n", "{a: 1, b: two words}");
    assert_yaml("---\na:\n  b: 1\n  c:\n    d: 2\ne: 3\n", "{a: {b: 1, c: {d: 2}}, e: 3}");
    assert_yaml("a:\n  - 1\n  - 2\nb:\n- 3\n- 4\nc: 5", "{a: [1, 2], b: [3, 4], c: 5}");
    assert_yaml("- a: 1\n  b: 2\n- a: 3\n", "[{a: 1, b: 2}, {a: 3}]");
    assert_yaml("-   a: 1\n    b: 2\n-\n  a: 3\n- - 4\n  - 5\n", "[{a: 1, b: 2}, {a: 3}, [4, 5]]");
    assert_yaml("a:\nb: 1\n", "{a: , b: 1}");
    assert_yaml("a:\n  -\n  - 1\n", "{a: [, 1]}");
    assert_yaml("one\n", "one");
}

static void scalars_and_comments(void **state)
{
    (void)state;
    assert_yaml("a: 'it''s # one' # two\n", "{a: it's # one}");
    assert_yaml("a: \"x\\\"y\\\\\\n\"\n", "{a: x\"y\\\n}");
    assert_yaml("# first\na: b#c # d\n\n  # indented\n'k': v\n\"l\": # nothing\n  m: 1\n", "{a: b#c, k: v, l: {m: 1}}");
    assert_yaml("a: http://x/y:z\r\nb: -1\r\n", "{a: http://x/y:z, b: -1}");
}

static void flow_and_long_texts(void **state)
{
    (void)state;
    assert_yaml("a: [1, 'x, y', {b: 2}]\nc: {}\nd: []\n", "{a: [1, x, y, {b: 2}], c: {}, d: []}");
    assert_yaml("a: |\n  one\n  two\nb: >-\n  three\n  four\n", "{a: one\ntwo\n, b: three four}");
    assert_yaml("a: one\n  two\nb: \"\\u00e9\\x41\"\n", "{a: one two, b: \u00e9A}");
    assert_yaml("%YAML 1.1\n---\n{\"format_version\": \"2.0\"}\n...\n", "{format_version: 2.0}");
    assert_yaml("a: ~\nb: null\nc: 'null'\nd: !!str 5\n", "{a: , b: , c: null, d: 5}");
}

static void aliases_and_merges(void **state)
{
    (void)state;
    assert_yaml("a: &x 1\nb: *x\n", "{a: 1, b: 1}");
    assert_yaml("a: &x {b: [1, 2]}\nc: *x\nd: &x 3\ne: *x\n", "{a: {b: [1, 2]}, c: {b: [1, 2]}, d: 3, e: 3}");
    assert_yaml("a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3\n", "{a: {b: 1, c: 2}, d: {c: 3, b: 1}}");
    assert_yaml("- &x {b: 1}\n- &y {b: 2, c: 3}\n- {<<: [*x, *y]}\n", "[{b: 1}, {b: 2, c: 3}, {b: 1, c: 3}]");
    assert_yaml("'<<': 1\n", "{<<: 1}");
    assert_yaml("a: 1\n<<: 2\n", "f.yml:2: << takes in what is no mapping");
    assert_yaml("a: *x\n", "f.yml:1: nothing before is called &x");
    assert_yaml("a: 1\nb: &x\n  - *x\n", "f.yml:3: nothing before is called &x");
}

// Each line stands for ten times what the one before does.
static void aliases_do_not_multiply(void **state)
{
    (void)state;
    Text text = {0};
    text_append(&text, "- &a0 x\n");
    for (int i = 1; i < 10; i++) {
        text_format(&text, "- &a%d [", i);
        for (int j = 0; j < 10; j++)
            text_format(&text, "%s*a%d", j ? ", " : "", i - 1);
        text_append(&text, "]\n");
    }
    assert_yaml(text_string(&text), "f.yml:5: more than 10000 values, aliases included");
    text_clear(&text);
    text_append(&text, "- &a0 x\n");
    for (int i = 1; i < 70; i++)
        text_format(&text, "- &a%d [*a%d]\n", i, i - 1);
    assert_yaml(text_string(&text), "f.yml:64: too deep");
    text_free(&text);
}

static void everything_else_is_an_error(void **state)
{
    (void)state;
    assert_yaml("", "f.yml:1: nothing in it");
    assert_yaml("# nothing\n", "f.yml:1: nothing in it");
    assert_yaml("a: 1\n---\nb: 2\n", "f.yml:2: a second document begins");
    assert_yaml("a: !include b.yml\n", "f.yml:1: the tag !include is not known");
    assert_yaml("a: !!binary QQ==\n", "f.yml:1: the tag tag:yaml.org,2002:binary is not known");
    assert_yaml("? [a]\n: 1\n", "f.yml:1: a key that is no text");
    assert_yaml("a: \"\\0\"\n", "f.yml:1: a zero byte in a string");
    assert_yaml("a: 1\nb: \xff\n", "f.yml:2: invalid leading UTF-8 octet");
    assert_yaml("a: 1\nb: \x01\n", "f.yml:2: control characters are not allowed");
    assert_yaml("a: 1\n\tb: 2\n",
                "f.yml:2: found a tab character that violates indentation while scanning a plain scalar "
                "that begins in line 1");
    assert_yaml("a: 1\n  b: 2\n", "f.yml:2: mapping values are not allowed in this context");
    assert_yaml("a:\n    b: 1\n  c: 2\n",
                "f.yml:3: did not find expected key while parsing a block mapping that begins in line 1");
    assert_yaml("  a: 1\nb: 2\n", "f.yml:2: did not find expected <document start>");
    assert_yaml("a: 1\njust words\n",
                "f.yml:3: could not find expected ':' while scanning a simple key that begins in line 2");
    assert_yaml("a: b: c\n", "f.yml:1: mapping values are not allowed in this context");
    assert_yaml("a: 1\na: 2\n", "f.yml:2: 'a' stands here twice");
    assert_yaml("a: 'open\n",
                "f.yml:2: found unexpected end of stream while scanning a quoted scalar that begins in line 1");
    assert_yaml("a: 'x' y\n", "f.yml:1: did not find expected key while parsing a block mapping");
    assert_yaml("a: \"\\q\"\n", "f.yml:1: found unknown escape character while parsing a quoted scalar");
    assert_yaml("a: 1\n- b\n",
                "f.yml:2: did not find expected key while parsing a block mapping that begins in line 1");
    assert_yaml("a: [1,\nb: 2\n",
                "f.yml:3: did not find expected ',' or ']' while parsing a flow sequence that begins in line 1");
    Text deep = {0};
    for (int i = 0; i < 100; i++)
        text_append(&deep, "- ");
    assert_yaml(text_string(&deep), "f.yml:1: too deep");
    text_free(&deep);
}

static void find_looks_in_mappings_only(void **state)
{
    (void)state;
    Arena arena = {0};
    Text error = {0};
    const YamlNode *root = yaml_parse(&arena, "f.yml", "a:\n  b: 1\nc: 2\n", &error);
    const YamlNode *inner = yaml_find(yaml_find(root, "a"), "b");
    assert_string_equal(inner->text, "1");
    assert_int_equal(inner->line, 2);
    assert_null(yaml_find(root, "b"));
    assert_null(yaml_find(inner, "b"));
    assert_null(yaml_find(NULL, "b"));
    arena_release(&arena);
}

// A directory with a task definition and a property file.
typedef struct Place {
    char directory[32];
    char definition[64];
    char property[64];
} Place;

static void write_file(const char *path, const char *text)
{
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    fputs(text, stream);
    assert_int_equal(fclose(stream), 0);
}

static void make_place(Place *place, const char *definition, const char *property)
{
    strcpy(place->directory, "/tmp/raddle_task_XXXXXX");
    assert_non_null(mkdtemp(place->directory));
    snprintf(place->definition, sizeof place->definition, "%s/t.yml", place->directory);
    snprintf(place->property, sizeof place->property, "%s/p.prp", place->directory);
    write_file(place->definition, definition);
    write_file(place->property, property);
}

static void remove_place(const Place *place)
{
    unlink(place->definition);
    unlink(place->property);
    rmdir(place->directory);
}

#define DEFINITION                   \
    "format_version: '2.0'\n"        \
    "# a comment\n"                  \
    "input_files:\n"                 \
    "  - 'a.c'\n"                    \
    "  - /abs/b.c\n"                 \
    "properties:\n"                  \
    "  - property_file: p.prp\n"     \
    "    expected_verdict: false\n"  \
    "  - property_file: other.prp\n" \
    "options:\n"                     \
    "  language: C\n"                \
    "  data_model: ILP32\n"          \
    "raddle:\n"                      \
    "  arguments: \"--unwind=3 \\r\\v-D'X=a b' --seed=5\"\n"

static void a_definition_stands_for_options(void **state)
{
    (void)state;
    Place place;
    Options options;
    Text error = {0}, first = {0};
    make_place(&place, DEFINITION, "CHECK( init(main()), LTL(G ! data-race) )\n");
    const char *arguments[] = {"raddle", place.definition, "--seed=7"};
    assert_true(arguments_parse(&options, 3, arguments, &error));
    text_format(&first, "%s/a.c", place.directory);
    assert_int_equal(options.files.count, 2);
    assert_string_equal(options.files.data[0], text_string(&first));
    assert_string_equal(options.files.data[1], "/abs/b.c");
    assert_int_equal(options.property, PROPERTY_BIT(PROPERTY_RACE));
    assert_true(OPTION_GIVEN(&options, property));
    assert_int_equal(options.data_model, DATA_MODEL_ILP32);
    assert_int_equal(options.unwind, 3);
    assert_int_equal(options.seed, 7);
    assert_int_equal(options.compiler_arguments.count, 1);
    assert_string_equal(options.compiler_arguments.data[0], "-DX=a b");
    options_free(&options);

    const char *chosen[] = {"raddle", "check", "--property=memory", "--data-model=LP64", place.definition};
    assert_true(arguments_parse(&options, 5, chosen, &error));
    assert_int_equal(options.property, PROPERTY_BIT(PROPERTY_MEMORY));
    assert_int_equal(options.data_model, DATA_MODEL_LP64);
    options_free(&options);

    const char *run[] = {"raddle", "run", place.definition};
    assert_false(arguments_parse(&options, 3, run, &error));
    assert_string_equal(text_string(&error),
                        "option '--unwind' does not apply to `raddle run` (in the section `raddle` of "
                        "the task definition)");
    options_free(&options);
    text_free(&error);
    text_free(&first);
    remove_place(&place);
}

static void assert_refused(const char *definition, const char *property, const char *message)
{
    Place place;
    Options options;
    Text error = {0};
    make_place(&place, definition, property);
    const char *arguments[] = {"raddle", place.definition};
    assert_false(arguments_parse(&options, 2, arguments, &error));
    assert_int_equal(strncmp(text_string(&error), place.directory, strlen(place.directory)), 0);
    assert_string_equal(text_string(&error) + strlen(place.directory), message);
    options_free(&options);
    text_free(&error);
    remove_place(&place);
}

static void wrong_definitions(void **state)
{
    (void)state;
    assert_refused("a: 1\n", "", "/t.yml:1: not a task definition: no format_version");
    assert_refused("- 1\n", "", "/t.yml:1: not a task definition: no format_version");
    assert_refused("format_version: '9'\n", "", "/t.yml:1: only versions 1 and 2 of the format are known");
    assert_refused("format_version: '2.0'\n", "", "/t.yml:1: a task definition needs input_files");
    assert_refused("format_version: '2.0'\ninput_files:\n  a: b\n", "",
                   "/t.yml:3: input_files is neither a name nor a list of names");
    assert_refused("format_version: '2.0'\ninput_files: a.java\noptions:\n  language: Java\n", "",
                   "/t.yml:4: raddle verifies C programs");
    assert_refused("format_version: '2.0'\ninput_files: a.c\noptions:\n  data_model: LLP64\n", "",
                   "/t.yml:4: data_model is neither ILP32 nor LP64");
    assert_refused("format_version: '2.0'\ninput_files: a.c\nproperties:\n  - expected_verdict: true\n", "",
                   "/t.yml:4: a property needs a property_file");
    assert_refused("format_version: '2.0'\ninput_files: []\n", "", "/t.yml:2: input_files names no file");
    assert_refused("format_version: '2.0'\ninput_files: a.c\noptions: [C]\n", "", "/t.yml:3: options is no mapping");
    assert_refused("format_version: '2.0'\ninput_files: a.c\nraddle: -x\n", "", "/t.yml:3: raddle is no mapping");
    assert_refused("format_version: '2.0'\ninput_files: a.c\nraddle:\n  arguments: [-w]\n", "",
                   "/t.yml:4: arguments is no text");
    assert_refused("format_version: '2.0'\ninput_files: a.c\nraddle:\n  arguments: \"-D'x\"\n", "",
                   "/t.yml:4: a word without its closing quote");
    assert_refused("format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: p.prp\n",
                   "\nCHECK( init(main()), LTL(F end) )\n", "/p.prp:2: 'F end': raddle does not prove termination");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks),
        cmocka_unit_test(scalars_and_comments),
        cmocka_unit_test(flow_and_long_texts),
        cmocka_unit_test(aliases_and_merges),
        cmocka_unit_test(aliases_do_not_multiply),
        cmocka_unit_test(everything_else_is_an_error),
        cmocka_unit_test(find_looks_in_mappings_only),
        cmocka_unit_test(a_definition_stands_for_options),
        cmocka_unit_test(wrong_definitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
