/* Huffman coding: a priority queue of tree nodes, code lengths, encoding to bits and decoding again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *children[2];
    int weight;
    int symbol;
};

static struct node *heap[256];
static int heap_size;
static char codes[128][32];

static int before(const struct node *a, const struct node *b)
{
    return a->weight != b->weight ? a->weight < b->weight : a->symbol < b->symbol;
}

static void push(struct node *node)
{
    int i = heap_size++;
    for (; i > 0 && before(node, heap[(i - 1) / 2]); i = (i - 1) / 2) {
        heap[i] = heap[(i - 1) / 2];
    }
    heap[i] = node;
}

static struct node *pop(void)
{
    struct node *top = heap[0];
    struct node *last = heap[--heap_size];
    int i = 0;
    for (int child; (child = 2 * i + 1) < heap_size; i = child) {
        child += child + 1 < heap_size && before(heap[child + 1], heap[child]);
        if (!before(heap[child], last)) {
            break;
        }
        heap[i] = heap[child];
    }
    heap[i] = last;
    return top;
}

static void assign(const struct node *node, char *code, int depth)
{
    if (!node->children[0]) {
        memcpy(codes[node->symbol], code, (size_t)depth);
        return;
    }
    for (int side = 0; side < 2; side++) {
        code[depth] = (char)('0' + side);
        assign(node->children[side], code, depth + 1);
    }
}

static void release(struct node *node)
{
    if (node) {
        release(node->children[0]);
        release(node->children[1]);
        free(node);
    }
}

int main(void)
{
    const char *text = "she sells sea shells by the sea shore";
    int counts[128] = {0};
    for (const char *p = text; *p; p++) {
        counts[(int)*p]++;
    }
    for (int i = 0; i < 128; i++) {
        if (counts[i]) {
            struct node *leaf = calloc(1, sizeof *leaf);
            leaf->weight = counts[i];
            leaf->symbol = i;
            push(leaf);
        }
    }
    int made = 128;
    while (heap_size > 1) {
        struct node *inner = calloc(1, sizeof *inner);
        inner->children[0] = pop();
        inner->children[1] = pop();
        inner->weight = inner->children[0]->weight + inner->children[1]->weight;
        inner->symbol = made++;
        push(inner);
    }
    struct node *root = pop();
    char code[32];
    assign(root, code, 0);
    char bits[512] = "";
    for (const char *p = text; *p; p++) {
        strcat(bits, codes[(int)*p]);
    }
    printf("%zu %zu\n%s\n", strlen(text) * 8, strlen(bits), bits);
    const struct node *node = root;
    for (const char *p = bits; *p; p++) {
        node = node->children[*p - '0'];
        if (!node->children[0]) {
            putchar(node->symbol);
            node = root;
        }
    }
    putchar('\n');
    release(root);
    return 0;
}
