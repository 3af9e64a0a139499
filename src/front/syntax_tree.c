// clang prints a tree as JSON. It writes a file or a line only where they differ from those of the location before, so all
// locations are read in the order in which they stand there. Where `#line` has changed numbers but not the name of the file,
// what is written is not always enough, and the place is not known.
#include "front/syntax_tree.h"

#include <jansson.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/compile.h"
#include "front/lower.h"

typedef struct TreeReader {
    SyntaxTree *tree;
    const char *wanted;             // the function
    const char *file, *stated_file; // of the last location: the one that was read, and the one that `#line` tells
    const char *function_file;      // as stated
    json_int_t line, stated_line;   // `stated_line` 0: not known
    bool restated;                  // `#line` has been seen
    bool inside;                    // the wanted function
} TreeReader;

static TreePlace make_place(uint64_t line, uint64_t column)
{
    return line ? line << 32 | column : 0;
}

// Takes note of a location.
static void pass_location(TreeReader *this, const json_t *location)
{
    const char *file = json_string_value(json_object_get(location, "file"));
    const char *stated_file = json_string_value(json_object_get(location, "presumedFile"));
    const json_t *line = json_object_get(location, "line"), *stated_line = json_object_get(location, "presumedLine");
    this->stated_file = stated_file ? stated_file : file ? file : this->stated_file;
    this->file = file ? file : this->file;
    this->line = line ? json_integer_value(line) : this->line;
    this->restated |= stated_line != NULL;
    bool renamed = this->file && strcmp(this->file, this->stated_file) != 0; // then no line keeps its number
    if (stated_line)
        this->stated_line = json_integer_value(stated_line);
    else if (line && !renamed)
        this->stated_line = this->restated ? 0 : this->line;
}

// Passes all locations within a value. The place of the last one.
static TreePlace pass_locations(TreeReader *this, json_t *value)
{
    TreePlace place = 0;
    const char *key;
    json_t *part;
    if (json_object_get(value, "offset")) {
        pass_location(this, value);
        bool here = this->function_file && this->stated_file && !strcmp(this->stated_file, this->function_file);
        return here ? make_place((uint64_t)this->stated_line,
                                 (uint64_t)json_integer_value(json_object_get(value, "col")))
                    : 0;
    }
    json_object_foreach(value, key, part) // where a macro was written, and then where it is used
        place = pass_locations(this, part);
    return place;
}

static const char *copy_string(TreeReader *this, const json_t *value)
{
    const char *text = json_string_value(value);
    return text ? arena_copy_string(&this->tree->strings, text) : "";
}

static bool has_body(const json_t *function)
{
    size_t index;
    json_t *part;
    json_array_foreach(json_object_get(function, "inner"), index, part)
    {
        const char *kind = json_string_value(json_object_get(part, "kind"));
        if (kind && !strcmp(kind, "CompoundStmt"))
            return true;
    }
    return false;
}

static bool is_wanted(const TreeReader *this, const json_t *node)
{
    const char *kind = json_string_value(json_object_get(node, "kind"));
    const char *name = json_string_value(json_object_get(node, "mangledName"));
    return kind && name && !strcmp(kind, "FunctionDecl") && !strcmp(name, this->wanted) && has_body(node);
}

static void read_value(TreeReader *this, json_t *value, uint32_t parent);

static void read_node(TreeReader *this, json_t *node, uint32_t parent)
{
    uint32_t index = this->tree->nodes.count;
    bool begins = !this->inside && is_wanted(this, node);
    if (begins) {
        this->inside = true;
        pass_locations(this, json_object_get(node, "loc"));
        this->function_file = this->stated_file;
    }
    if (this->inside) {
        const json_t *type = json_object_get(node, "type"), *plain = json_object_get(type, "desugaredQualType");
        vector_push(&this->tree->nodes,
                    (TreeNode){.kind = copy_string(this, json_object_get(node, "kind")),
                               .name = copy_string(this, json_object_get(node, "name")),
                               .type = copy_string(this, plain ? plain : json_object_get(type, "qualType")),
                               .parent = parent});
    }
    const char *key;
    json_t *part;
    json_object_foreach(node, key, part)
    {
        if (!strcmp(key, "range")) {
            TreePlace first = pass_locations(this, json_object_get(part, "begin"));
            TreePlace last = pass_locations(this, json_object_get(part, "end"));
            if (this->inside) {
                this->tree->nodes.data[index].first = first;
                this->tree->nodes.data[index].last = last;
            }
        } else if (strcmp(key, "loc") != 0) {
            read_value(this, part, this->inside ? index : NONE);
        } else if (!begins) {
            pass_locations(this, part);
        }
    }
    this->inside &= !begins;
}

static void read_value(TreeReader *this, json_t *value, uint32_t parent)
{
    size_t index;
    const char *key;
    json_t *part;
    if (json_object_get(value, "range")) {
        read_node(this, value, parent);
    } else if (json_object_get(value, "offset")) {
        pass_location(this, value);
    } else {
        json_object_foreach(value, key, part) read_value(this, part, parent);
        json_array_foreach(value, index, part) read_value(this, part, parent);
    }
}

static void read_text(TreeReader *this, const Text *text)
{
    VECTOR(json_t *) roots = {0}; // locations refer to names of files in those before
    for (size_t done = 0; done < text->length;) {
        json_error_t error;
        json_t *root = json_loadb(text->data + done, text->length - done, JSON_DISABLE_EOF_CHECK, &error);
        if (!root)
            break;
        done += (size_t)error.position;
        vector_push(&roots, root);
        read_value(this, root, NONE);
    }
    for (uint32_t i = 0; i < roots.count; i++)
        json_decref(roots.data[i]);
    vector_free(&roots);
}

bool syntax_tree_read(SyntaxTree *tree, const FrontOptions *options, uint32_t file, LLVMValueRef function)
{
    if (tree->function == function)
        return tree->nodes.count != 0;
    syntax_tree_free(tree);
    tree->function = function;
    const char *target = LLVMGetTarget(LLVMGetGlobalParent(function));
    tree->signed_char = strstr(target, "86") != NULL; // as clang has it for Linux
    TreeReader reader = {.tree = tree, .wanted = module_value_name(function)};
    Text text = {0};
    compile_to_tree(options, file, reader.wanted, &text, &tree->signed_char);
    read_text(&reader, &text);
    text_free(&text);
    return tree->nodes.count != 0;
}

void syntax_tree_free(SyntaxTree *tree)
{
    arena_release(&tree->strings);
    vector_free(&tree->nodes);
    *tree = (SyntaxTree){0};
}

bool tree_node_is(const TreeNode *node, const char *kind)
{
    return !strcmp(node->kind, kind);
}

bool tree_has(const SyntaxTree *tree, const char *kind)
{
    for (uint32_t i = 0; i < tree->nodes.count; i++)
        if (tree_node_is(&tree->nodes.data[i], kind))
            return true;
    return false;
}

bool tree_node_is_scope(const TreeNode *node)
{
    return tree_node_is(node, "CompoundStmt") || tree_node_is(node, "ForStmt");
}

bool tree_find_scope(const SyntaxTree *tree, TreePlace place, uint32_t *scope)
{
    *scope = NONE;
    for (uint32_t i = 0; i < tree->nodes.count; i++) {
        const TreeNode *node = &tree->nodes.data[i];
        if (!tree_node_is_scope(node) || (node->first && node->first != place))
            continue;
        if (*scope != NONE || !node->first)
            return false;
        *scope = i;
    }
    return place != 0;
}

static bool is_within_kind(const SyntaxTree *tree, uint32_t index, const char *kind)
{
    while (index != NONE && !tree_node_is(&tree->nodes.data[index], kind))
        index = tree->nodes.data[index].parent;
    return index != NONE;
}

// Whether this is a statement that consists of no others, or an expression that controls some.
static bool is_whole(const SyntaxTree *tree, uint32_t index)
{
    static const char *const kinds[] = {"CompoundStmt", "IfStmt",      "WhileStmt", "DoStmt",         "ForStmt",
                                        "SwitchStmt",   "DefaultStmt", "LabelStmt", "AttributedStmt", "CaseStmt"};
    uint32_t parent = tree->nodes.data[index].parent;
    bool consists = false, controlled = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        consists |= tree_node_is(&tree->nodes.data[index], kinds[i]);
        controlled |= parent != NONE && tree_node_is(&tree->nodes.data[parent], kinds[i]);
    }
    return controlled && !consists && !is_within_kind(tree, index, "StmtExpr");
}

bool tree_find_statement(const SyntaxTree *tree, TreePlace place, TreePlace *first, TreePlace *last)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tree->nodes.count && place; i++) {
        const TreeNode *node = &tree->nodes.data[i];
        if (node->first && node->first <= place && place <= node->last && is_whole(tree, i)) {
            *first = node->first;
            *last = node->last;
            count++;
        }
    }
    return count == 1;
}

static bool is_in_file_of(LLVMValueRef function, LLVMMetadataRef scope)
{
    LLVMMetadataRef whole = LLVMGetSubprogram(function);
    return whole && scope && LLVMDIScopeGetFile(scope) == LLVMDIScopeGetFile(whole);
}

TreePlace tree_place_of_location(LLVMValueRef function, LLVMMetadataRef location)
{
    return location && is_in_file_of(function, LLVMDILocationGetScope(location))
               ? make_place(LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location))
               : 0;
}

// LLVM's C API does not tell; what it prints does.
TreePlace tree_place_of_block(LLVMValueRef function, LLVMMetadataRef block)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    char *shown = LLVMPrintValueToString(LLVMMetadataAsValue(context, block));
    const char *line = strstr(shown, "line: "), *column = strstr(shown, "column: ");
    TreePlace place =
        line && column && is_in_file_of(function, block)
            ? make_place(strtoul(line + strlen("line: "), NULL, 10), strtoul(column + strlen("column: "), NULL, 10))
            : 0;
    LLVMDisposeMessage(shown);
    return place;
}
