// Files for a test, with names of their own. Include cmocka.h first.
#ifndef RADDLE_TEST_TEMPORARY_FILE_H
#define RADDLE_TEST_TEMPORARY_FILE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEST_PATH_SIZE = 64 };

// Makes a file and says its path; whoever called it unlinks it.
static inline void test_write_file(char path[TEST_PATH_SIZE], const char *suffix, const char *content)
{
    snprintf(path, TEST_PATH_SIZE, "/tmp/raddle-test-XXXXXX%s", suffix);
    int descriptor = mkstemps(path, (int)strlen(suffix));
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    assert_non_null(file);
    assert_true(fputs(content, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

#endif
