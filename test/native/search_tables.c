/* search.h: linear search, trees (order of a walk, deletion of nodes with none, one and two children), hash tables that
 * are full, queues. */
#define _GNU_SOURCE
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_int(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;
    return (left > right) - (left < right);
}

static void print_sorted(const void *node, VISIT visit, int depth)
{
    (void)depth;
    if (visit == postorder || visit == leaf) {
        printf(" %d", **(const int *const *)node);
    }
}

static void add_up(const void *node, VISIT visit, void *sum)
{
    if (visit == endorder || visit == leaf) {
        *(int *)sum += **(const int *const *)node;
    }
}

static int released;

static void release(void *key)
{
    released += *(int *)key;
}

static void linear(void)
{
    int table[8] = {4, 8, 15};
    size_t count = 3;
    for (int key = 14; key < 18; key++) {
        int *found = lfind(&key, table, &count, sizeof *table, compare_int);
        printf("%d: %ld, ", key, found ? (long)(found - table) : -1L);
        found = lsearch(&key, table, &count, sizeof *table, compare_int);
        printf("%ld of %zu\n", (long)(found - table), count);
    }
}

static void trees(void)
{
    static int keys[] = {50, 20, 80, 10, 30, 70, 90, 25, 35, 60, 75};
    enum { COUNT = sizeof keys / sizeof *keys };
    void *root = NULL;
    for (int i = 0; i < COUNT; i++) {
        int **node = tsearch(&keys[i], &root, compare_int);
        printf("%d%s", **node, *node == &keys[i] ? " " : "? ");
    }
    int same = 30, missing = 31;
    printf("\n%d %d\n", *(int **)tsearch(&same, &root, compare_int) == &keys[4],
           tfind(&missing, &root, compare_int) == NULL);
    twalk(root, print_sorted);
    printf("\n");
    static const int gone[] = {10, 20, 50, 99};
    for (int i = 0; i < 4; i++) {
        printf("%d:", tdelete(&gone[i], &root, compare_int) != NULL);
        twalk(root, print_sorted);
        printf("\n");
    }
    int sum = 0;
    twalk_r(root, add_up, &sum);
    tdestroy(root, release);
    printf("%d %d\n", sum, released);
}

static void hashes(void)
{
    static const char *const words[] = {"one", "two", "three", "four", "five", "six", "seven", "eight"};
    printf("%d", hcreate(6) != 0);
    printf(" %d\n", hcreate(6) != 0);
    for (long i = 0; i < 8; i++) {
        ENTRY *entry = hsearch((ENTRY){(char *)words[i], (void *)i}, ENTER);
        printf("%s ", entry ? entry->key : errno == ENOMEM ? "full" : "?");
    }
    printf("\n");
    ENTRY *entry = hsearch((ENTRY){"three", NULL}, FIND);
    printf("%ld", (long)entry->data);
    entry = hsearch((ENTRY){"three", (void *)7}, ENTER);
    printf(" %ld", (long)entry->data);
    entry = hsearch((ENTRY){"nine", NULL}, FIND);
    printf(" %d %d\n", entry == NULL, errno == ESRCH);
    hdestroy();
    struct hsearch_data table;
    memset(&table, 0, sizeof table);
    int made = hcreate_r(1, &table);
    int entered = hsearch_r((ENTRY){"a", "b"}, ENTER, &entry, &table);
    printf("%d %d %s", made != 0, entered != 0, (char *)entry->data);
    entered = hsearch_r((ENTRY){"c", NULL}, FIND, &entry, &table);
    printf(" %d %d\n", entered, entry == NULL);
    hdestroy_r(&table);
}

static void queues(void)
{
    struct element {
        struct element *next, *previous;
        int value;
    } elements[4];
    for (int i = 0; i < 4; i++) {
        elements[i].value = i;
        insque(&elements[i], i == 0 ? NULL : &elements[i == 3 ? 0 : i - 1]);
    }
    remque(&elements[1]);
    for (struct element *e = &elements[0]; e; e = e->next) {
        printf("%d(%d) ", e->value, e->previous ? e->previous->value : -1);
    }
    printf("\n");
}

int main(void)
{
    linear();
    trees();
    hashes();
    queues();
    return 0;
}
