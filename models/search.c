/*
 * search.h: tables that are searched one after the other, binary trees, hash tables, queues. Of a tree the order of its
 * elements is as it should be; its shape, and so the depths that twalk tells, is our own.
 */
#include "model.h"

typedef int Compare(const void *, const void *);

/* --- Tables */

void *lfind(const void *key, const void *base, size_t *count, size_t size, Compare *compare)
{
    for (size_t i = 0; i < *count; i++) {
        const char *element = (const char *)base + i * size;
        if (compare(key, element) == 0) {
            return (void *)element;
        }
    }
    return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, Compare *compare)
{
    void *found = lfind(key, base, count, size, compare);
    return found ? found : memcpy((char *)base + (*count)++ * size, key, size);
}

/* --- Trees */

typedef struct TreeNode {
    const void *key; /* first: programs look at it through the pointer that they get */
    struct TreeNode *left, *right;
} TreeNode;

typedef enum Visit { PREORDER, POSTORDER, ENDORDER, LEAF } Visit;

/* The link to the node with the key, or to where it would be. */
static TreeNode **find_link(const void *key, TreeNode **root, Compare *compare, TreeNode **parent)
{
    TreeNode **link = root;
    while (*link) {
        int order = compare(key, (*link)->key);
        if (order == 0) {
            break;
        }
        *parent = *link;
        link = order < 0 ? &(*link)->left : &(*link)->right;
    }
    return link;
}

void *tfind(const void *key, void *const *root, Compare *compare)
{
    TreeNode *parent = NULL;
    return root ? *find_link(key, (TreeNode **)root, compare, &parent) : NULL;
}

void *tsearch(const void *key, void **root, Compare *compare)
{
    if (!root) {
        return NULL;
    }
    TreeNode *parent = NULL;
    TreeNode **link = find_link(key, (TreeNode **)root, compare, &parent);
    if (!*link) {
        TreeNode *made = malloc(sizeof *made);
        if (made) {
            *made = (TreeNode){key, NULL, NULL};
            *link = made;
        }
    }
    return *link;
}

/* The parent of what is deleted; of the root, something that is not NULL. */
void *tdelete(const void *restrict key, void **restrict root, Compare *compare)
{
    TreeNode *parent = NULL;
    TreeNode **link = root ? find_link(key, (TreeNode **)root, compare, &parent) : NULL;
    if (!link || !*link) {
        return NULL;
    }
    TreeNode *gone = *link;
    if (gone->left && gone->right) { /* the next larger one takes its place */
        TreeNode **next = &gone->right;
        while ((*next)->left) {
            next = &(*next)->left;
        }
        TreeNode *other = *next;
        gone->key = other->key;
        *next = other->right;
        gone = other;
    } else {
        *link = gone->left ? gone->left : gone->right;
    }
    free(gone);
    return parent ? (void *)parent : (void *)root;
}

static void walk(const TreeNode *node, void (*act)(const void *, Visit, int), int depth)
{
    if (!node->left && !node->right) {
        act(node, LEAF, depth);
        return;
    }
    act(node, PREORDER, depth);
    if (node->left) {
        walk(node->left, act, depth + 1);
    }
    act(node, POSTORDER, depth);
    if (node->right) {
        walk(node->right, act, depth + 1);
    }
    act(node, ENDORDER, depth);
}

void twalk(const void *root, void (*act)(const void *, Visit, int))
{
    if (root && act) {
        walk(root, act, 0);
    }
}

static void walk_with(const TreeNode *node, void (*act)(const void *, Visit, void *), void *context)
{
    if (!node->left && !node->right) {
        act(node, LEAF, context);
        return;
    }
    act(node, PREORDER, context);
    if (node->left) {
        walk_with(node->left, act, context);
    }
    act(node, POSTORDER, context);
    if (node->right) {
        walk_with(node->right, act, context);
    }
    act(node, ENDORDER, context);
}

void twalk_r(const void *root, void (*act)(const void *, Visit, void *), void *context)
{
    if (root && act) {
        walk_with(root, act, context);
    }
}

void tdestroy(void *root, void (*release)(void *))
{
    TreeNode *node = root;
    if (!node) {
        return;
    }
    tdestroy(node->left, release);
    tdestroy(node->right, release);
    release((void *)node->key);
    free(node);
}

/* --- Hash tables */

typedef struct Entry {
    char *key;
    void *data;
} Entry;

typedef enum Action { FIND, ENTER } Action;

/* As glibc's hsearch_data: a table is there if the first is not NULL. */
typedef struct HashTable {
    Entry *entries;
    unsigned size, filled;
} HashTable;

static HashTable own_table;

/* As many places as glibc has: the least odd prime that is not smaller. */
static unsigned next_prime(unsigned least)
{
    unsigned candidate = least < 3 ? 3 : least | 1;
    for (unsigned divisor = 3; divisor * divisor <= candidate; divisor += 2) {
        if (candidate % divisor == 0) {
            candidate += 2;
            divisor = 1;
        }
    }
    return candidate;
}

int hcreate_r(size_t count, HashTable *table)
{
    if (!table) {
        errno = EINVAL;
        return 0;
    }
    if (table->entries) {
        return 0;
    }
    if (count >= INT_MAX) {
        errno = ENOMEM;
        return 0;
    }
    table->size = next_prime((unsigned)count);
    table->filled = 0;
    table->entries = calloc(table->size + 1, sizeof(Entry));
    if (!table->entries) {
        return 0;
    }
    return 1;
}

void hdestroy_r(HashTable *table)
{
    if (!table) {
        errno = EINVAL;
        return;
    }
    free(table->entries);
    table->entries = NULL;
}

int hsearch_r(Entry item, Action action, Entry **found, HashTable *table)
{
    unsigned i = 0;
    while (i < table->filled && strcmp(table->entries[i].key, item.key) != 0) {
        i++;
    }
    *found = i < table->filled ? &table->entries[i] : NULL;
    if (*found) {
        return 1;
    }
    if (action == FIND || table->filled == table->size) {
        errno = action == FIND ? ESRCH : ENOMEM;
        return 0;
    }
    table->entries[table->filled] = item;
    *found = &table->entries[table->filled++];
    return 1;
}

int hcreate(size_t count)
{
    return hcreate_r(count, &own_table);
}

void hdestroy(void)
{
    hdestroy_r(&own_table);
}

Entry *hsearch(Entry item, Action action)
{
    Entry *found;
    hsearch_r(item, action, &found, &own_table);
    return found;
}

/* --- Queues */

typedef struct Element {
    struct Element *next, *previous;
} Element;

void insque(void *inserted, void *before)
{
    Element *element = inserted;
    Element *previous = before;
    *element = (Element){previous ? previous->next : NULL, previous};
    if (previous) {
        if (previous->next) {
            previous->next->previous = element;
        }
        previous->next = element;
    }
}

void remque(void *removed)
{
    Element *element = removed;
    if (element->next) {
        element->next->previous = element->previous;
    }
    if (element->previous) {
        element->previous->next = element->next;
    }
}
