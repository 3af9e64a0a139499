// The syntax tree of one function, for what clang knows of the source and a module does not tell: where a block begins that
// declares a variable, what an operator is applied to. clang is asked for it in a run of its own, so only where it matters.
#ifndef RADDLE_FRONT_SYNTAX_TREE_H
#define RADDLE_FRONT_SYNTAX_TREE_H

#include <llvm-c/Types.h>

#include "base/none.h"
#include "front/front.h"

// A line and a column in the file of the function, in the order of the text; 0: not known, or in another file.
typedef uint64_t TreePlace;

typedef struct TreeNode {
    const char *kind;      // as clang calls it
    const char *name;      // of what it declares, or ""
    const char *type;      // without the names that the source gives to types, or ""
    TreePlace first, last; // of its first and its last token; of what comes from a macro, where that is used
    uint32_t parent;       // NONE: it is the function
} TreeNode;

typedef struct SyntaxTree {
    LLVMValueRef function; // NULL: none has been read
    Arena strings;
    VECTOR(TreeNode) nodes; // a node comes before what it consists of
    bool signed_char;       // whether a char is signed
} SyntaxTree;

// Reads the tree of a function that clang has made of a file of the options, unless it is the one that was read last. False
// if there is none, and then it has no nodes. `tree` is zeroed before the first call.
bool syntax_tree_read(SyntaxTree *tree, const FrontOptions *options, uint32_t file, LLVMValueRef function);
void syntax_tree_free(SyntaxTree *tree);

bool tree_node_is(const TreeNode *node, const char *kind);
bool tree_has(const SyntaxTree *tree, const char *kind);
// Whether a node is a scope of what is declared in it.
bool tree_node_is_scope(const TreeNode *node);
// The scope that begins at a place, NONE if there is none. False if that is not known.
bool tree_find_scope(const SyntaxTree *tree, TreePlace place, uint32_t *scope);
// The statement around a place that consists of no others, or the expression that controls one. False if it is not known.
bool tree_find_statement(const SyntaxTree *tree, TreePlace place, TreePlace *first, TreePlace *last);
// The places of a debug location, which may be NULL, and of the beginning of a block in the debug information.
TreePlace tree_place_of_location(LLVMValueRef function, LLVMMetadataRef location);
TreePlace tree_place_of_block(LLVMValueRef function, LLVMMetadataRef block);

#endif
