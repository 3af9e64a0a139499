/* A hash table with chaining, string keys and growth; counts words and removes some. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    char *key;
    int value;
};

struct table {
    struct entry **buckets;
    size_t size;
    size_t count;
};

static size_t hash(const char *text)
{
    size_t h = 5381;
    while (*text) {
        h = h * 33 ^ (unsigned char)*text++;
    }
    return h;
}

static void grow(struct table *table)
{
    size_t size = table->size ? table->size * 2 : 4;
    struct entry **buckets = calloc(size, sizeof *buckets);
    for (size_t i = 0; i < table->size; i++) {
        for (struct entry *entry = table->buckets[i]; entry;) {
            struct entry *next = entry->next;
            struct entry **place = &buckets[hash(entry->key) % size];
            entry->next = *place;
            *place = entry;
            entry = next;
        }
    }
    free(table->buckets);
    table->buckets = buckets;
    table->size = size;
}

static int *lookup(struct table *table, const char *key)
{
    if (table->count >= table->size) {
        grow(table);
    }
    struct entry **place = &table->buckets[hash(key) % table->size];
    for (struct entry *entry = *place; entry; entry = entry->next) {
        if (strcmp(entry->key, key) == 0) {
            return &entry->value;
        }
    }
    struct entry *entry = malloc(sizeof *entry);
    *entry = (struct entry){*place, strdup(key), 0};
    *place = entry;
    table->count++;
    return &entry->value;
}

static int delete(struct table *table, const char *key)
{
    for (struct entry **place = &table->buckets[hash(key) % table->size]; *place; place = &(*place)->next) {
        if (strcmp((*place)->key, key) == 0) {
            struct entry *dead = *place;
            *place = dead->next;
            free(dead->key);
            free(dead);
            table->count--;
            return 1;
        }
    }
    return 0;
}

int main(void)
{
    struct table table = {0};
    char text[] =
        "it was the best of times it was the worst of times it was the age of wisdom it was the age of foolishness";
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        ++*lookup(&table, word);
    }
    static const char *const words[] = {"it", "was", "the", "age", "wisdom", "times"};
    for (int i = 0; i < 6; i++) {
        printf("%s %d\n", words[i], *lookup(&table, words[i]));
    }
    printf("%zu %zu", table.count, table.size);
    printf(" %d", delete(&table, "best"));
    printf(" %d\n", delete(&table, "best"));
    for (int i = 0; i < 500; i++) {
        char key[16];
        sprintf(key, "key%d", i * 7);
        *lookup(&table, key) = i;
    }
    printf("%zu %d\n", table.count, *lookup(&table, "key700"));
    for (size_t i = 0; i < table.size; i++) {
        while (table.buckets[i]) {
            delete(&table, table.buckets[i]->key);
        }
    }
    printf("%zu\n", table.count);
    free(table.buckets);
    return 0;
}
