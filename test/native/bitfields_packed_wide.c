/* Packed bit-fields that lie across 64-bit boundaries: a group of fields is read and written as one wide integer. */
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) record {
    unsigned first : 3;
    signed second : 30;
    signed long third : 50;
    unsigned long fourth : 60;
    signed char fifth : 5;
    unsigned short sixth : 11;
    signed long seventh : 64;
    unsigned eighth : 1;
    signed long ninth : 33;
};

struct __attribute__((packed)) mixed {
    char letter;
    signed long left : 37;
    unsigned long middle : 44;
    signed right : 19;
    short tail;
};

static struct record global = {5, -12345,      -0x1234567890abL, 0xfedcba987654321UL, -9, 0x5a5, -0x123456789abcdefL,
                               1, -4294967296L};
static const struct mixed table[2] = {{'a', -1, 0xfffffffffffUL, -262144, -1}, {'b', 0xfffffffffL, 1, 262143, 77}};

static void bytes(const void *object, size_t size)
{
    const unsigned char *byte = object;
    for (size_t i = 0; i < size; i++)
        printf("%02x", byte[i]);
    putchar('\n');
}

static void show(const struct record *record)
{
    printf("%u %d %ld %lu %d %d %ld %u %ld\n", record->first, record->second, (long)record->third,
           (unsigned long)record->fourth, record->fifth, record->sixth, (long)record->seventh, record->eighth,
           (long)record->ninth);
    bytes(record, sizeof *record);
}

static struct record change(struct record record, int step)
{
    record.first += (unsigned)step;
    record.second -= step;
    record.third *= step;
    record.fourth ^= (unsigned long)step * 0x123456789abcUL;
    record.fifth--;
    record.sixth <<= 1;
    record.seventh += step;
    record.eighth = !record.eighth;
    record.ninth /= step;
    return record;
}

static void show_mixed(struct mixed value)
{
    printf("%c %ld %lu %d %d\n", value.letter, (long)value.left, (unsigned long)value.middle, value.right, value.tail);
}

int main(void)
{
    printf("%zu %zu\n", sizeof(struct record), sizeof(struct mixed));
    show(&global);
    struct record local;
    memset(&local, 0xff, sizeof local);
    show(&local);
    local.third = 0;
    show(&local);
    local.fourth = 0x0f0f0f0f0f0f0f0UL;
    show(&local);
    local.seventh = 42;
    show(&local);
    local.ninth = 0xffffffffL;
    show(&local);
    for (int step = 1; step < 12; step++) {
        global = change(global, step);
        show(&global);
        if (global.third > global.ninth && global.fourth > 1000)
            printf("greater at %d\n", step);
    }
    int large = 0x3fffffff;
    long sum = (global.second = large) + (global.third = -7) + --global.ninth;
    sum += global.third++;
    printf("%ld\n", sum);
    show(&global);
    struct mixed array[3] = {table[1], table[0], {.middle = 0x80000000001UL}};
    for (int i = 0; i < 3; i++) {
        array[i].left += i;
        array[i].middle -= 3;
        array[i].right = (int)array[i].middle;
        show_mixed(array[i]);
        bytes(&array[i], sizeof array[i]);
    }
    return memcmp(&array[0], &table[1], sizeof array[0]) != 0;
}
