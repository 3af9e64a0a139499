/* Stack memory that lives as long as the function: in a loop, and handed down to a callee. */
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct node {
    struct node *next;
    int value;
};

static int sum(const struct node *node)
{
    int total = 0;
    for (; node; node = node->next) {
        total += node->value;
    }
    return total;
}

static int build(int count)
{
    struct node *head = NULL;
    for (int i = 1; i <= count; i++) {
        struct node *node = alloca(sizeof *node);
        node->value = i * i;
        node->next = head;
        head = node;
    }
    return sum(head);
}

int main(void)
{
    for (int i = 0; i < 50; i += 10) {
        printf("%d ", build(i));
    }
    char *text = alloca(27);
    for (int i = 0; i < 26; i++) {
        text[i] = (char)('a' + i);
    }
    text[26] = '\0';
    printf("%s %zu\n", text, strlen(text));
    return 0;
}
