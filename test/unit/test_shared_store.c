// Records that forked processes leave for each other.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "crew/shared_store.h"

enum { SIZE = 64 << 20 };

static void the_last_record_of_a_key_is_found(void **state)
{
    (void)state;
    SharedStore *store = shared_store_create(SIZE);
    assert_non_null(store);
    uint32_t length;
    // All in one list.
    const uint64_t keys[3][2] = {{7, 1}, {7, 2}, {7 + (UINT64_C(1) << 40), 1}};
    for (uint32_t i = 0; i < 3; i++)
        assert_null(shared_store_find(store, keys[i], &length));
    assert_true(shared_store_put(store, keys[0], "one", 3));
    assert_true(shared_store_put(store, keys[1], "second", 6));
    assert_true(shared_store_put(store, keys[0], "again", 5));
    const void *found = shared_store_find(store, keys[0], &length);
    assert_non_null(found);
    assert_int_equal(length, 5);
    assert_memory_equal(found, "again", 5);
    assert_non_null(shared_store_find(store, keys[1], &length));
    assert_int_equal(length, 6);
    assert_null(shared_store_find(store, keys[2], &length));
    shared_store_free(store);
}

static void a_full_store_takes_nothing_more(void **state)
{
    (void)state;
    static const char data[1 << 16];
    assert_null(shared_store_create(1));
    SharedStore *store = shared_store_create(SIZE);
    assert_non_null(store);
    uint32_t length;
    uint64_t key[2] = {0, 5};
    while (shared_store_put(store, key, data, sizeof data))
        key[0]++;
    assert_true(key[0] > 100 && key[0] < SIZE / sizeof data);
    assert_null(shared_store_find(store, key, &length));
    key[0]--;
    assert_non_null(shared_store_find(store, key, &length));
    shared_store_free(store);
}

enum { PROCESSES = 4, RECORDS = 20000, KEYS = 3000 };

// Each says under a key what it is, and looks at what others say meanwhile.
static void put_and_look(SharedStore *store, uint64_t process)
{
    for (uint64_t i = 0; i < RECORDS; i++) {
        uint64_t key[2] = {i % KEYS, i % KEYS * 3}, content[3] = {i % KEYS, process, i % KEYS ^ process};
        if (!shared_store_put(store, key, content, sizeof content))
            _exit(1);
        uint64_t other[2] = {i * 7 % KEYS, i * 7 % KEYS * 3}, seen[3];
        uint32_t length = sizeof seen;
        const void *found = shared_store_find(store, other, &length);
        if (!found)
            continue;
        memcpy(seen, found, sizeof seen);
        if (length != sizeof seen || seen[0] != other[0] || seen[1] >= PROCESSES || seen[2] != (seen[0] ^ seen[1]))
            _exit(2);
    }
    _exit(0);
}

static void processes_see_whole_records(void **state)
{
    (void)state;
    SharedStore *store = shared_store_create(SIZE);
    assert_non_null(store);
    pid_t processes[PROCESSES];
    for (uint64_t i = 0; i < PROCESSES; i++) {
        processes[i] = fork();
        assert_true(processes[i] >= 0);
        if (!processes[i])
            put_and_look(store, i);
    }
    for (uint32_t i = 0; i < PROCESSES; i++) {
        int status;
        assert_int_equal(waitpid(processes[i], &status, 0), processes[i]);
        assert_int_equal(status, 0);
    }
    uint32_t length;
    for (uint64_t i = 0; i < KEYS; i++)
        assert_non_null(shared_store_find(store, (uint64_t[2]){i, i * 3}, &length));
    shared_store_free(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_record_of_a_key_is_found),
        cmocka_unit_test(a_full_store_takes_nothing_more),
        cmocka_unit_test(processes_see_whole_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
