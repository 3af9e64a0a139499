/* A small tree on the heap whose halves are summed by two threads. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
    int value;
};

struct tree *tree_make(struct tree *left, int value, struct tree *right)
{
    struct tree *tree = malloc(sizeof *tree);
    tree->left = left;
    tree->right = right;
    tree->value = value;
    return tree;
}

int tree_sum(const struct tree *tree)
{
    return tree == NULL ? 0 : tree_sum(tree->left) + tree->value + tree_sum(tree->right);
}

void tree_free(struct tree *tree)
{
    if (tree != NULL) {
        tree_free(tree->left);
        tree_free(tree->right);
        free(tree);
    }
}

void *sum(void *argument)
{
    return (void *)(intptr_t)tree_sum(argument);
}

int main(void)
{
    pthread_t worker;
    void *left;
    struct tree *root = tree_make(tree_make(NULL, 1, NULL), 2, tree_make(NULL, 3, NULL));
    pthread_create(&worker, NULL, sum, root->left);
    int right = tree_sum(root->right);
    pthread_join(worker, &left);
    assert((intptr_t)left + root->value + right == 6);
    tree_free(root);
    return 0;
}
