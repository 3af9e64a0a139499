// Symbolic runs of the programs of the other tests; what is checked of them is told in symbolic_run.h.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>

#include "symbolic_run.h"

static void examine_file(const char *path, Tally *tally)
{
    const char *files[] = {path};
    FrontOptions front = test_front_options(files, 1);
    front.check_overflow = strstr(path, "overflow") != NULL;
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

// One program in n, by its name: which they are does not change when others come.
static bool is_drawn(const char *path, uint32_t n)
{
    uint32_t hash = 0;
    for (const char *letter = path + strlen(RADDLE_TEST_FOLDER); *letter; letter++)
        hash = hash * 31 + (unsigned char)*letter;
    return hash % n == 0;
}

// Every n-th program below a folder; all of them with RADDLE_SYMBOLIC_ALL in the environment, but then some fail: where
// rounds of a waiting loop are void, they are not the same ones with terms and without.
static void examine_folder(const char *folder, uint32_t n, Tally *tally)
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
            examine_folder(names.data[i], n, tally);
        else if (!strcmp(dot, ".c") && (is_drawn(names.data[i], n) || getenv("RADDLE_SYMBOLIC_ALL")))
            examine_file(names.data[i], tally);
        free(names.data[i]);
    }
    vector_free(&names);
}

static void terms_of_threaded_programs(void **state)
{
    (void)state;
    Tally tally = {0};
    examine_folder(RADDLE_TEST_FOLDER "/programs", 36, &tally);
    if (!getenv("RADDLE_SYMBOLIC_ALL"))
        examine_folder(RADDLE_TEST_FOLDER "/programs/inputs", 1, &tally);
    print_message("%u runs, %u with terms; of %u other inputs %u take the same path, %u violate\n", tally.programs,
                  tally.with_terms, tally.others, tally.same_path, tally.violations);
    assert_true(tally.programs > 30 && tally.same_path > 10);
}

static void terms_of_sequential_programs(void **state)
{
    (void)state;
    Tally tally = {0};
    examine_folder(RADDLE_TEST_FOLDER "/native", 20, &tally);
    assert_true(tally.programs > 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_of_threaded_programs),
        cmocka_unit_test(terms_of_sequential_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
