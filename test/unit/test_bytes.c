// Messages: what is put in comes out again, on every byte order the same, and nothing is read beyond the end.
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bytes.h"

static void returns_what_was_put(void **state)
{
    (void)state;
    Bytes bytes = {0};
    bytes_put_u8(&bytes, 200);
    bytes_put_u32(&bytes, UINT32_MAX - 1);
    bytes_put_u64(&bytes, UINT64_C(0x0123456789abcdef));
    bytes_put_double(&bytes, -0.1);
    bytes_put_double(&bytes, INFINITY);
    bytes_put_string(&bytes, "");
    bytes_put_string(&bytes, "two words");
    bytes_put_bytes(&bytes, "a\0b", 3);
    bytes_put_bytes(&bytes, NULL, 0);
    BytesReader reader = bytes_reader(&bytes);
    size_t length;
    assert_int_equal(bytes_get_u8(&reader), 200);
    assert_int_equal(bytes_get_u32(&reader), UINT32_MAX - 1);
    assert_true(bytes_get_u64(&reader) == UINT64_C(0x0123456789abcdef));
    assert_true(bytes_get_double(&reader) == -0.1);
    assert_true(isinf(bytes_get_double(&reader)));
    assert_string_equal(bytes_get_string(&reader), "");
    assert_string_equal(bytes_get_string(&reader), "two words");
    const uint8_t *data = bytes_get_bytes(&reader, &length);
    assert_int_equal(length, 3);
    assert_memory_equal(data, "a\0b", 3);
    assert_false(bytes_at_end(&reader));
    bytes_get_bytes(&reader, &length);
    assert_int_equal(length, 0);
    assert_true(bytes_at_end(&reader));
    bytes_free(&bytes);
}

static void stores_the_low_byte_first(void **state)
{
    (void)state;
    static const uint8_t expected[] = {0x0d, 0x0c, 0x0b, 0x0a, 8, 7, 6, 5, 4, 3, 2, 1};
    Bytes bytes = {0};
    bytes_put_u32(&bytes, 0x0a0b0c0d);
    bytes_put_u64(&bytes, UINT64_C(0x0102030405060708));
    assert_int_equal(bytes.length, sizeof expected);
    assert_memory_equal(bytes.data, expected, sizeof expected);
    bytes_free(&bytes);
}

static void can_be_used_again(void **state)
{
    (void)state;
    Bytes bytes = {0};
    for (uint32_t i = 0; i < 100000; i++)
        bytes_put_u32(&bytes, i * 7);
    BytesReader reader = bytes_reader(&bytes);
    for (uint32_t i = 0; i < 100000; i++)
        assert_int_equal(bytes_get_u32(&reader), i * 7);
    assert_true(bytes_at_end(&reader));
    bytes_clear(&bytes);
    assert_int_equal(bytes.length, 0);
    bytes_append(&bytes, "xyz", 3);
    assert_int_equal(bytes.length, 3);
    assert_memory_equal(bytes.data, "xyz", 3);
    bytes_free(&bytes);
    assert_null(bytes.data);
}

static void read_number(BytesReader *reader)
{
    bytes_get_u32(reader);
}

static void read_string(BytesReader *reader)
{
    bytes_get_string(reader);
}

// Whether reading ends the process as an internal error does.
static void assert_refused(const Bytes *bytes, void (*read)(BytesReader *reader))
{
    fflush(NULL);
    pid_t process = fork();
    assert_true(process >= 0);
    if (!process) {
        fclose(stderr);
        signal(SIGABRT, SIG_DFL);
        BytesReader reader = bytes_reader(bytes);
        read(&reader);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
}

static void refuses_what_is_not_there(void **state)
{
    (void)state;
    Bytes bytes = {0};
    assert_refused(&bytes, read_number);
    bytes_append(&bytes, "abc", 3);
    assert_refused(&bytes, read_number);
    bytes_clear(&bytes);
    bytes_put_u64(&bytes, UINT64_MAX);
    bytes_append(&bytes, "abc", 4);
    assert_refused(&bytes, read_string);
    bytes_clear(&bytes);
    bytes_put_bytes(&bytes, "abc", 3);
    assert_refused(&bytes, read_string);
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(returns_what_was_put),
        cmocka_unit_test(stores_the_low_byte_first),
        cmocka_unit_test(can_be_used_again),
        cmocka_unit_test(refuses_what_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
