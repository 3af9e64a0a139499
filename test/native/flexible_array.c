/* Structs that end in a flexible array member, on the heap. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
    unsigned length;
    char kind;
    char text[];
};

struct row {
    int count;
    double cells[];
};

static struct message *message_new(char kind, const char *text)
{
    unsigned length = (unsigned)strlen(text);
    struct message *m = malloc(sizeof *m + length + 1);
    m->length = length;
    m->kind = kind;
    memcpy(m->text, text, length + 1);
    return m;
}

int main(void)
{
    struct message *list[3] = {message_new('i', "information"), message_new('w', ""), message_new('e', "x")};
    for (int i = 0; i < 3; i++) {
        printf("%c %u [%s]\n", list[i]->kind, list[i]->length, list[i]->text);
        free(list[i]);
    }
    struct row *r = malloc(sizeof *r + 5 * sizeof r->cells[0]);
    r->count = 5;
    double sum = 0;
    for (int i = 0; i < r->count; i++) {
        r->cells[i] = i / 4.0;
        sum += r->cells[i];
    }
    printf("%g %zu\n", sum, sizeof(struct row));
    free(r);
    return 0;
}
