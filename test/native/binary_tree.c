/* A binary search tree with deletion, traversals by callback, depth, and a treap-like rotation. */
#include <stdio.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

static void insert(struct tree **root, int key)
{
    while (*root) {
        if (key == (*root)->key) {
            return;
        }
        root = key < (*root)->key ? &(*root)->left : &(*root)->right;
    }
    *root = calloc(1, sizeof **root);
    (*root)->key = key;
}

static void delete(struct tree **root, int key)
{
    while (*root && (*root)->key != key) {
        root = key < (*root)->key ? &(*root)->left : &(*root)->right;
    }
    struct tree *dead = *root;
    if (!dead) {
        return;
    }
    if (dead->left && dead->right) {
        struct tree **successor = &dead->right;
        while ((*successor)->left) {
            successor = &(*successor)->left;
        }
        dead->key = (*successor)->key;
        root = successor;
        dead = *root;
    }
    *root = dead->left ? dead->left : dead->right;
    free(dead);
}

static void walk(const struct tree *tree, void (*visit)(int, void *), void *data)
{
    if (tree) {
        walk(tree->left, visit, data);
        visit(tree->key, data);
        walk(tree->right, visit, data);
    }
}

static void print(int key, void *data)
{
    printf("%d%s", key, (const char *)data);
}

static void sum(int key, void *data)
{
    *(long *)data += key;
}

static int depth(const struct tree *tree)
{
    if (!tree) {
        return 0;
    }
    int left = depth(tree->left);
    int right = depth(tree->right);
    return 1 + (left > right ? left : right);
}

static void rotate_right(struct tree **root)
{
    struct tree *left = (*root)->left;
    (*root)->left = left->right;
    left->right = *root;
    *root = left;
}

int main(void)
{
    struct tree *root = NULL;
    for (int i = 0; i < 31; i++) {
        insert(&root, i * 17 % 31);
    }
    walk(root, print, " ");
    printf("\ndepth %d\n", depth(root));
    for (int i = 0; i < 31; i += 3) {
        delete(&root, i);
    }
    delete(&root, 1000);
    walk(root, print, ",");
    long total = 0;
    walk(root, sum, &total);
    printf("\n%ld %d\n", total, root->key);
    while (root->left) {
        rotate_right(&root);
    }
    printf("%d %d\n", root->key, depth(root));
    while (root) {
        delete(&root, root->key);
    }
    puts("empty");
    return 0;
}
