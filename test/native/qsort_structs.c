/* qsort on arrays of structs, pointers and integers, with several orders; the result is a permutation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    const char *name;
    int age;
    double height;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct person *)a)->name, ((const struct person *)b)->name);
}

static int by_age(const void *a, const void *b)
{
    const struct person *p = a;
    const struct person *q = b;
    return (p->age > q->age) - (p->age < q->age);
}

static int descending(const void *a, const void *b)
{
    int x = *(const int *)a;
    int y = *(const int *)b;
    return (x < y) - (x > y);
}

static int strings(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void)
{
    struct person people[] = {{"Grace", 85, 1.6}, {"Ada", 36, 1.65}, {"Edsger", 72, 1.8}, {"Barbara", 84, 1.7}};
    qsort(people, 4, sizeof *people, by_name);
    for (int i = 0; i < 4; i++) {
        printf("%s ", people[i].name);
    }
    qsort(people, 4, sizeof *people, by_age);
    for (int i = 0; i < 4; i++) {
        printf("%d/%g ", people[i].age, people[i].height);
    }
    putchar('\n');
    int numbers[500];
    unsigned seed = 1;
    long before = 0;
    for (int i = 0; i < 500; i++) {
        seed = seed * 1103515245 + 12345;
        numbers[i] = (int)(seed >> 16) % 1000;
        before += numbers[i];
    }
    qsort(numbers, 500, sizeof *numbers, descending);
    int ordered = 1;
    for (int i = 1; i < 500; i++) {
        ordered &= numbers[i - 1] >= numbers[i];
        before -= numbers[i];
    }
    printf("%d %d %ld\n", ordered, numbers[0], before - numbers[0]);
    const char *words[] = {"pear", "apple", "fig", "banana"};
    qsort(words, 4, sizeof *words, strings);
    printf("%s %s %s %s\n", words[0], words[1], words[2], words[3]);
    return 0;
}
