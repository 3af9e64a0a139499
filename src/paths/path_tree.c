#include "paths/path_tree.h"

static const char *const state_names[] = {
    [PATH_NODE_OPEN] = "not explored",   [PATH_NODE_UNREACHABLE] = "unreachable", [PATH_NODE_PATH] = "path",
    [PATH_NODE_VIOLATED] = "violation",  [PATH_NODE_KNOWN] = "known path",        [PATH_NODE_PRUNED] = "nothing new",
    [PATH_NODE_DISCARDED] = "discarded",
};

uint64_t path_tree_add(PathTree *tree, uint64_t parent, const char *label)
{
    PathNode node = {.parent = parent};
    text_append(&node.label, label);
    vector_push(&tree->nodes, node);
    return tree->nodes.count - 1;
}

typedef VECTOR(uint32_t) NodeList;

static void append_node(const PathTree *tree, uint32_t index, uint32_t depth, Text *out)
{
    const PathNode *node = &tree->nodes.data[index];
    text_format(out, "%*s%s: %s", (int)depth * 2, "", text_string(&node->label), state_names[node->state]);
    if (node->path.length)
        text_format(out, "  [%s]", text_string(&node->path));
    text_append_character(out, '\n');
}

// Depth first, without recursion: a tree of loops is deep.
void path_tree_append_text(const PathTree *tree, Text *out)
{
    typedef struct Frame {
        uint32_t node, depth;
    } Frame;
    VECTOR(NodeList) children = {0};
    vector_resize(&children, tree->nodes.count);
    for (uint32_t i = 1; i < tree->nodes.count; i++)
        vector_push(&children.data[tree->nodes.data[i].parent], i);
    VECTOR(Frame) stack = {0};
    if (tree->nodes.count)
        vector_push(&stack, (Frame){0, 0});
    while (stack.count) {
        Frame frame = vector_pop(&stack);
        const NodeList *list = &children.data[frame.node];
        append_node(tree, frame.node, frame.depth, out);
        for (uint32_t i = list->count; i-- > 0;)
            vector_push(&stack, (Frame){list->data[i], frame.depth + 1});
    }
    for (uint32_t i = 0; i < children.count; i++)
        vector_free(&children.data[i]);
    vector_free(&children);
    vector_free(&stack);
}

static void append_escaped(const char *string, Text *out)
{
    for (; *string; string++) {
        if (*string == '"' || *string == '\\')
            text_append_character(out, '\\');
        text_append_character(out, *string);
    }
}

void path_tree_append_graphviz(const PathTree *tree, Text *out)
{
    static const char *const colours[] = {
        [PATH_NODE_OPEN] = "gray",       [PATH_NODE_UNREACHABLE] = "lightgray", [PATH_NODE_PATH] = "palegreen",
        [PATH_NODE_VIOLATED] = "tomato", [PATH_NODE_KNOWN] = "khaki",           [PATH_NODE_PRUNED] = "khaki",
        [PATH_NODE_DISCARDED] = "white",
    };
    text_append(out, "digraph paths {\n    node [shape=box, style=filled, fontname=\"monospace\"];\n");
    for (uint32_t i = 0; i < tree->nodes.count; i++) {
        const PathNode *node = &tree->nodes.data[i];
        text_format(out, "    n%u [fillcolor=%s, label=\"", i, colours[node->state]);
        append_escaped(node->path.length ? text_string(&node->path) : state_names[node->state], out);
        text_append(out, "\"];\n");
        if (!i)
            continue;
        text_format(out, "    n%llu -> n%u [label=\"", (unsigned long long)node->parent, i);
        append_escaped(text_string(&node->label), out);
        text_append(out, "\"];\n");
    }
    text_append(out, "}\n");
}

void path_tree_free(PathTree *tree)
{
    for (uint32_t i = 0; i < tree->nodes.count; i++) {
        text_free(&tree->nodes.data[i].label);
        text_free(&tree->nodes.data[i].path);
    }
    vector_free(&tree->nodes);
}
