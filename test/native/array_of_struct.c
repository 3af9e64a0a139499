/* Arrays of structs: iteration by index and pointer, swapping elements, searching, arrays as members copied. */
#include <stdio.h>

struct record {
    short id;
    char grade;
    double score;
    int history[3];
};

static void swap(struct record *a, struct record *b)
{
    struct record keep = *a;
    *a = *b;
    *b = keep;
}

static const struct record *best(const struct record *begin, const struct record *end)
{
    const struct record *found = begin;
    for (const struct record *r = begin; r != end; r++) {
        if (r->score > found->score) {
            found = r;
        }
    }
    return found;
}

int main(void)
{
    struct record records[6];
    for (short i = 0; i < 6; i++) {
        records[i] = (struct record){i, (char)('A' + i), i * 7 % 6 + 0.5, {i, i * i, i * i * i}};
    }
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5 - i; j++) {
            if (records[j].score < records[j + 1].score) {
                swap(&records[j], &records[j + 1]);
            }
        }
    }
    for (int i = 0; i < 6; i++) {
        printf("%d%c %.1f %d\n", records[i].id, records[i].grade, records[i].score, records[i].history[2]);
    }
    printf("%d %d\n", best(records + 2, records + 6)->id, (int)(&records[4] - &records[1]));
    printf("%d\n", (records + 3)->history[1] + 2 [records].history[0]);
    return 0;
}
