// A binary search tree on the heap: pointers, structs, many small allocations.
#include <stdio.h>
#include <stdlib.h>

typedef struct Node {
    struct Node *left, *right;
    unsigned key, count;
} Node;

static void insert(Node **link, unsigned key)
{
    while (*link && (*link)->key != key)
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    if (!*link) {
        *link = calloc(1, sizeof **link);
        (*link)->key = key;
    }
    (*link)->count++;
}

static unsigned long weigh(const Node *node, unsigned depth)
{
    return node ? node->count * (unsigned long)depth + weigh(node->left, depth + 1) + weigh(node->right, depth + 1) : 0;
}

int main(void)
{
    Node *root = NULL;
    unsigned random = 1;
    for (int i = 0; i < 40000; i++) {
        random = random * 1664525u + 1013904223u;
        insert(&root, (random >> 10) % 5000);
    }
    printf("%lu\n", weigh(root, 1));
    return 0;
}
