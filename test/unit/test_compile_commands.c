// Command lines as text, and compilation databases.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/compile_commands.h"
#include "base/file.h"

// The words, each in brackets, or what is wrong.
static void assert_words(const char *text, const char *expected)
{
    Arena arena = {0};
    WordList words = {0};
    Text out = {0}, error = {0};
    if (words_split(&arena, text, &words, &error))
        for (uint32_t i = 0; i < words.count; i++)
            text_format(&out, "[%s]", words.data[i]);
    else
        text_append(&out, text_string(&error));
    assert_string_equal(text_string(&out), expected);
    text_free(&out);
    text_free(&error);
    vector_free(&words);
    arena_release(&arena);
}

static void words_are_quoted_as_in_a_shell(void **state)
{
    (void)state;
    assert_words("", "");
    assert_words("  cc  -c\ta.c\n", "[cc][-c][a.c]");
    assert_words("-DA='b c' -D\"E=f g\"h", "[-DA=b c][-DE=f gh]");
    assert_words("-DN=\\\"a\\ b\\\"", "[-DN=\"a b\"]");
    assert_words("-DN=\"\\\"a b\\\"\"", "[-DN=\"a b\"]");
    assert_words("\"a\\nb\" 'a\\nb' '' \"\"", "[a\\nb][a\\nb][][]");
    assert_words("a\\\nb c", "[ab][c]");
    assert_words("\"a", "the quote \" is not closed");
    assert_words("b 'a", "the quote ' is not closed");
    assert_words("a\\", "nothing follows the backslash at the end");
}

static void quoted_words_are_found_again(void **state)
{
    (void)state;
    static const char *const words[] = {"-DX=1",       "",      "a b",       "it's",  "\"quoted\"",
                                        "back\\slash", "$HOME", "new\nline", "-I/a/b"};
    Arena arena = {0};
    Text text = {0}, error = {0};
    WordList found = {0};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        words_append(&text, words[i]);
    assert_true(words_split(&arena, text_string(&text), &found, &error));
    assert_int_equal(found.count, sizeof words / sizeof *words);
    for (uint32_t i = 0; i < found.count; i++)
        assert_string_equal(found.data[i], words[i]);
    text_free(&text);
    vector_free(&found);
    arena_release(&arena);
}

static void paths_are_resolved(void **state)
{
    (void)state;
    Arena arena = {0};
    assert_string_equal(path_resolve(&arena, "/a/b", "c.c"), "/a/b/c.c");
    assert_string_equal(path_resolve(&arena, "/a/b", "../c.c"), "/a/c.c");
    assert_string_equal(path_resolve(&arena, "/a/b", "./d//e/../c.c"), "/a/b/d/c.c");
    assert_string_equal(path_resolve(&arena, "/a/b", "/x/./y.c"), "/x/y.c");
    assert_string_equal(path_resolve(&arena, "/a", "../../../c.c"), "/c.c");
    assert_string_equal(path_resolve(&arena, "/a", ".."), "/");
    arena_release(&arena);
}

typedef struct Folder {
    char path[32];
} Folder;

static Folder make_folder(void)
{
    Folder folder = {"/tmp/raddle-test-XXXXXX"};
    assert_non_null(mkdtemp(folder.path));
    return folder;
}

static void write_file(const Folder *folder, const char *name, const char *content)
{
    char path[64];
    Text text = {0}, error = {0};
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    text_append(&text, content);
    assert_true(file_write_text(path, &text, &error));
    text_free(&text);
}

static void remove_folder(const Folder *folder)
{
    static const char *const names[] = {"compile_commands.json", "flags", "more"};
    char path[64];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder->path, names[i]);
        unlink(path);
    }
    rmdir(folder->path);
}

// What is read: "FILE in DIRECTORY: [word]...;" for each entry, or what is wrong, from where the path has ended.
static void assert_database(const char *content, const char *expected)
{
    Folder folder = make_folder();
    Arena arena = {0};
    CompileCommands commands = {0};
    Text out = {0}, error = {0};
    write_file(&folder, "compile_commands.json", content);
    write_file(&folder, "flags", "-DFROM='a file' @more\n-c");
    write_file(&folder, "more", "-DMORE");
    bool read = compile_commands_read(folder.path, &arena, &commands, &error);
    for (uint32_t i = 0; read && i < commands.list.count; i++) {
        const CompileCommand *command = &commands.list.data[i];
        text_format(&out, "%s %s in %s:", command->compiler, command->file, command->directory);
        for (uint32_t j = 0; j < command->arguments.count; j++)
            text_format(&out, "[%s]", command->arguments.data[j]);
        text_append(&out, ";");
    }
    if (!read) {
        const char *message = strstr(text_string(&error), "compile_commands.json");
        text_append(&out, message ? message : text_string(&error));
    }
    assert_string_equal(text_string(&out), expected);
    assert_true(read == !error.length);
    text_free(&out);
    text_free(&error);
    compile_commands_free(&commands);
    arena_release(&arena);
    remove_folder(&folder);
}

static void both_forms_of_commands(void **state)
{
    (void)state;
    assert_database("[{\"directory\": \"/p/b\", \"file\": \"../s/a.c\", \"command\": \"cc -DX='1 2' -c ../s/a.c\"}]",
                    "cc /p/s/a.c in /p/b:[-DX=1 2][-c][../s/a.c];");
    assert_database(
        "[{\"directory\": \"/p\", \"file\": \"/q/a.c\", \"arguments\": [\"gcc\", \"-DX=1 2\", \"a b.c\"]},\n"
        " {\"directory\": \"/p\", \"file\": \"b.c\", \"command\": \"cc b.c\", \"output\": \"b.o\"}]",
        "gcc /q/a.c in /p:[-DX=1 2][a b.c];cc /p/b.c in /p:[b.c];");
}

static void response_files_are_read(void **state)
{
    (void)state;
    Folder folder = make_folder();
    Arena arena = {0};
    CompileCommands commands = {0};
    Text error = {0};
    write_file(&folder, "compile_commands.json", "[{\"file\": \"a.c\", \"command\": \"cc @flags a.c @\"}]");
    write_file(&folder, "flags", "-DFROM='a file' @more\n-c");
    write_file(&folder, "more", "-DMORE");
    assert_true(compile_commands_read(folder.path, &arena, &commands, &error));
    const WordList *words = &commands.list.data[0].arguments;
    assert_int_equal(words->count, 5);
    assert_string_equal(words->data[0], "-DFROM=a file");
    assert_string_equal(words->data[1], "-DMORE");
    assert_string_equal(words->data[2], "-c");
    assert_string_equal(words->data[3], "a.c");
    assert_string_equal(words->data[4], "@");
    compile_commands_free(&commands);
    commands = (CompileCommands){0};
    write_file(&folder, "more", "@more");
    assert_false(compile_commands_read(folder.path, &arena, &commands, &error));
    assert_non_null(strstr(text_string(&error), "nested too deeply"));
    text_clear(&error);
    compile_commands_free(&commands);
    commands = (CompileCommands){0};
    write_file(&folder, "flags", "@absent");
    assert_false(compile_commands_read(folder.path, &arena, &commands, &error));
    assert_non_null(strstr(text_string(&error), "absent: No such file"));
    text_free(&error);
    compile_commands_free(&commands);
    arena_release(&arena);
    remove_folder(&folder);
}

static void what_is_wrong_is_named(void **state)
{
    (void)state;
    assert_database("", "compile_commands.json:1: not JSON: '[' or '{' expected near end of file");
    assert_database("[\n{\"file\": }]", "compile_commands.json:2: not JSON: unexpected token near '}'");
    assert_database("{}", "compile_commands.json: not a compilation database: not a list of commands");
    assert_database("[]", "compile_commands.json: the compilation database has no entries");
    assert_database("[3]", "compile_commands.json: entry 1: it is not an object");
    assert_database("[{\"command\": \"cc\"}]", "compile_commands.json: entry 1: it has no `file`");
    assert_database("[{\"file\": 3, \"command\": \"cc\"}]", "compile_commands.json: entry 1: it has no `file`");
    assert_database("[{\"file\": \"a.c\"}]",
                    "compile_commands.json: entry 1: it has neither `arguments` nor `command`");
    assert_database("[{\"file\": \"a.c\", \"arguments\": \"cc\"}]",
                    "compile_commands.json: entry 1: `arguments` is not a list");
    assert_database("[{\"file\": \"a.c\", \"arguments\": [\"cc\", 1]}]",
                    "compile_commands.json: entry 1: `arguments` holds something that is not a string");
    assert_database("[{\"file\": \"a.c\", \"arguments\": []}]", "compile_commands.json: entry 1: the command is empty");
    assert_database("[{\"file\": \"a.c\", \"command\": \"cc\"}, {\"file\": \"b.c\", \"command\": \"cc 'b\"}]",
                    "compile_commands.json: entry 2: in `command`, the quote ' is not closed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_quoted_as_in_a_shell),
        cmocka_unit_test(quoted_words_are_found_again),
        cmocka_unit_test(paths_are_resolved),
        cmocka_unit_test(both_forms_of_commands),
        cmocka_unit_test(response_files_are_read),
        cmocka_unit_test(what_is_wrong_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
