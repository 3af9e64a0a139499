// The lives of objects of which clang does not say when they begin and end. Here they get marks as those of other locals have
// them.
// - Compound literals inside functions. They live as long as the block they stand in, which is known from the debug
//   information of where they are first written.
// - Variables whose declaration a jump may bypass, or that are declared after a label. They live as long as their block: the
//   scope of their debug information, or, where nothing ever reaches the declaration (that of `switch (k) { int x; case 1:`),
//   the only block around all their uses of which the syntax tree says that it declares such a name.
// - Results of calls of which the address is taken (`f().array`). They live until the end of the full expression; the
//   statement around is taken, by its places in the syntax tree.
// Where anything of this is not known for certain, the object lives until the function returns.
//
// A life ends before every access or call outside that can come next, and begins before the next use of the object's name:
// nobody knows its address before.
//
// Not all that clang puts outside a block is there: branches may have the scope around, and so has what leaves a block,
// calls by the attribute `cleanup` among it. These have the place of the marks that end the lives of other locals.
#include "front/lives.h"

#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "front/lower.h"
#include "front/syntax_tree.h"

static const char literal_name[] = ".compoundliteral"; // as clang calls them
static const char *const result_names[] = {"tmp", "coerce"};

typedef struct Lives {
    LLVMModuleRef module;
    const FrontOptions *options;
    uint32_t file;
    SyntaxTree tree;
    LLVMContextRef context;
    LLVMTargetDataRef data;
    LLVMBuilderRef builder;
    unsigned loop; // metadata: of a way back to the head of a loop
} Lives;

// Where an object lives.
typedef struct Home {
    LLVMMetadataRef block;
    TreePlace first, last; // if `block` is NULL: of a statement
} Home;

static bool is_block(LLVMMetadataRef scope)
{
    return LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind;
}

// The scope around a block or a part of one in another file.
static LLVMMetadataRef scope_around(const Lives *this, LLVMMetadataRef scope)
{
    enum { PART_FILE, PART_SCOPE, PART_COUNT };
    LLVMValueRef node = LLVMMetadataAsValue(this->context, scope), parts[PART_COUNT];
    if (LLVMGetMDNodeNumOperands(node) != PART_COUNT)
        return NULL;
    LLVMGetMDNodeOperands(node, parts);
    return parts[PART_SCOPE] ? LLVMValueAsMetadata(parts[PART_SCOPE]) : NULL;
}

// The scope of an instruction that stands for something in the source; NULL if it does not.
static LLVMMetadataRef scope_of(LLVMValueRef instruction)
{
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(instruction);
    return place && LLVMDILocationGetLine(place) ? LLVMDILocationGetScope(place) : NULL;
}

static bool scope_is_within(const Lives *this, LLVMMetadataRef scope, LLVMMetadataRef block)
{
    while (scope && scope != block) {
        bool nested = is_block(scope) || LLVMGetMetadataKind(scope) == LLVMDILexicalBlockFileMetadataKind;
        scope = nested ? scope_around(this, scope) : NULL;
    }
    return scope != NULL;
}

// The block of a scope; NULL if that is the whole function, or not known.
static LLVMMetadataRef block_of(const Lives *this, LLVMMetadataRef scope)
{
    while (scope && LLVMGetMetadataKind(scope) == LLVMDILexicalBlockFileMetadataKind)
        scope = scope_around(this, scope);
    return scope && is_block(scope) ? scope : NULL;
}

static bool uses(LLVMValueRef instruction, LLVMValueRef local)
{
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        if (LLVMGetOperand(instruction, (unsigned)i) == local)
            return true;
    return false;
}

// The places at which lives end, in a function without computed gotos: with them clang marks no lives.
static bool find_exits(LLVMValueRef function, Map *exits)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value)) {
            if (LLVMIsAIndirectBrInst(value))
                return false;
            if (calls_named(value, "llvm.lifetime.end"))
                *map_insert(exits, (uintptr_t)LLVMInstructionGetDebugLoc(value)) = 1;
        }
    return true;
}

// Whether the source accesses memory here, calls a function or begins the next round of a loop.
static bool does_something(const Lives *this, LLVMValueRef value)
{
    if (LLVMIsABranchInst(value))
        return !LLVMIsConditional(value) && LLVMGetMetadata(value, this->loop);
    if (LLVMIsACallInst(value))
        return !calls_named(value, "llvm.") || calls_named(value, "llvm.mem");
    return LLVMIsALoadInst(value) || LLVMIsAStoreInst(value) || LLVMIsAAtomicRMWInst(value) ||
           LLVMIsAAtomicCmpXchgInst(value);
}

typedef enum Side {
    SIDE_NONE, // nothing is done here, or it is inside, or not known where
    SIDE_USE,  // the object is named here: nobody gets to it who does not have its address from such a place
    SIDE_OUTSIDE,
} Side;

// What an object may be; several at once.
typedef enum Life {
    LIFE_NEW = 1, // nobody has used it
    LIFE_ALIVE = 2,
    LIFE_ENDED = 4,
} Life;

// A basic block.
typedef struct Part {
    LLVMBasicBlockRef block;
    uint32_t successors, successor_count; // in Course.successors
    bool seen;                            // what follows is known, but for `life`; else the object is not alive there
    Side first, last;                     // of those that are not SIDE_NONE
    bool used;
    bool leads_to_use;
    bool begins;   // a life begins at its end
    unsigned life; // at its beginning; 0: it is not reached
} Part;

// A function, and what becomes of one of its objects.
typedef struct Course {
    LLVMValueRef function;
    Map exits; // places at which lives of other locals end
    Map declarations;
    bool jumped_into;
    VECTOR(Part) parts; // blocks that come later in the text do so here, mostly
    VECTOR(uint32_t) successors;
    Map indices; // LLVMBasicBlockRef -> of its part
    LLVMValueRef local;
    Home home;
} Course;

static Part *part_of(const Course *course, LLVMBasicBlockRef block)
{
    return &course->parts.data[*map_find(&course->indices, (uintptr_t)block)];
}

static Part *successor(const Course *course, const Part *part, uint32_t index)
{
    return &course->parts.data[course->successors.data[part->successors + index]];
}

static void list_parts(Course *course)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(course->function); block;
         block = LLVMGetNextBasicBlock(block)) {
        *map_insert(&course->indices, (uintptr_t)block) = course->parts.count;
        vector_push(&course->parts, (Part){.block = block});
    }
    for (uint32_t i = 0; i < course->parts.count; i++) {
        Part *part = &course->parts.data[i];
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(part->block);
        part->successors = course->successors.count;
        part->successor_count = LLVMGetNumSuccessors(terminator);
        for (unsigned j = 0; j < part->successor_count; j++)
            vector_push(&course->successors,
                        (uint32_t)*map_find(&course->indices, (uintptr_t)LLVMGetSuccessor(terminator, j)));
    }
}

static LLVMValueRef find_first_use(const Course *course, LLVMValueRef local)
{
    const Part *first = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use)) {
        const Part *part = part_of(course, LLVMGetInstructionParent(LLVMGetUser(use)));
        first = first && first < part ? first : part;
    }
    LLVMValueRef value = first ? LLVMGetFirstInstruction(first->block) : NULL;
    while (value && !uses(value, local))
        value = LLVMGetNextInstruction(value);
    return value;
}

static Side side_of(const Lives *this, const Course *course, LLVMValueRef value)
{
    const Home *home = &course->home;
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(value), scope = scope_of(value);
    if (LLVMIsAPHINode(value) || calls_named(value, "llvm.dbg.") || calls_named(value, "llvm.lifetime."))
        return SIDE_NONE;
    if (uses(value, course->local))
        return SIDE_USE;
    if (!scope || !does_something(this, value))
        return SIDE_NONE;
    TreePlace place = home->block ? 0 : tree_place_of_location(course->function, location);
    if (!home->block && !place)
        return SIDE_NONE;
    if (home->block ? scope_is_within(this, scope, home->block) : home->first <= place && place <= home->last)
        return SIDE_NONE;
    return map_find(&course->exits, (uintptr_t)location) ? SIDE_NONE : SIDE_OUTSIDE;
}

static void see_part(const Lives *this, const Course *course, Part *part)
{
    if (part->seen)
        return;
    part->seen = true;
    for (LLVMValueRef value = LLVMGetFirstInstruction(part->block); value; value = LLVMGetNextInstruction(value)) {
        Side side = side_of(this, course, value);
        part->first = part->first ? part->first : side;
        part->last = side ? side : part->last;
        part->used |= side == SIDE_USE;
    }
}

static void begin_course(const Lives *this, Course *course)
{
    for (uint32_t i = 0; i < course->parts.count; i++) {
        const Part *part = &course->parts.data[i];
        course->parts.data[i] = (Part){.block = part->block,
                                       .successors = part->successors,
                                       .successor_count = part->successor_count,
                                       .life = i ? 0 : LIFE_NEW};
    }
    for (LLVMUseRef use = LLVMGetFirstUse(course->local); use; use = LLVMGetNextUse(use))
        see_part(this, course, part_of(course, LLVMGetInstructionParent(LLVMGetUser(use))));
}

static unsigned life_after(unsigned life, Side side)
{
    if (side == SIDE_USE)
        return LIFE_ALIVE;
    return side == SIDE_OUTSIDE && life & LIFE_ALIVE ? (life & ~(unsigned)LIFE_ALIVE) | LIFE_ENDED : life;
}

static unsigned life_at_end(const Part *part)
{
    if (!part->life)
        return 0;
    unsigned life = part->used ? LIFE_ALIVE : part->life;
    return part->begins ? LIFE_ALIVE : life_after(life, part->last);
}

static void find_lives(const Lives *this, Course *course)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < course->parts.count; i++) {
            const Part *part = &course->parts.data[i];
            for (uint32_t j = 0; j < part->successor_count; j++) {
                Part *next = successor(course, part, j);
                unsigned life = next->life | life_at_end(part);
                changed |= life != next->life;
                next->life = life;
                if (life & LIFE_ALIVE)
                    see_part(this, course, next);
            }
        }
    }
}

static void find_ways_to_uses(Course *course)
{
    for (uint32_t i = 0; i < course->parts.count; i++)
        course->parts.data[i].leads_to_use = course->parts.data[i].first == SIDE_USE;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = course->parts.count; i-- > 0;) {
            Part *part = &course->parts.data[i];
            bool leads = part->leads_to_use;
            for (uint32_t j = 0; j < part->successor_count && !part->first && !leads; j++)
                leads = successor(course, part, j)->leads_to_use;
            changed |= leads != part->leads_to_use;
            part->leads_to_use = leads;
        }
    }
}

// Where ways meet on which the object is alive and on which its life has ended, and that lead to a use, it begins at the end
// of the latter. Whether any was found.
static bool begin_where_ways_meet(Course *course)
{
    bool found = false;
    find_ways_to_uses(course);
    for (uint32_t i = 0; i < course->parts.count; i++) {
        Part *part = &course->parts.data[i];
        unsigned life = life_at_end(part);
        for (uint32_t j = 0; j < part->successor_count && life & LIFE_ENDED && !(life & LIFE_ALIVE); j++) {
            const Part *next = successor(course, part, j);
            bool begins = next->leads_to_use && next->life & LIFE_ALIVE;
            found |= begins && !part->begins;
            part->begins |= begins;
        }
    }
    return found;
}

static LLVMValueRef mark(const Lives *this, const char *name, LLVMValueRef before, LLVMValueRef local)
{
    LLVMTypeRef pointer = LLVMTypeOf(local);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(this->module, id, &pointer, 1);
    uint64_t size = LLVMABISizeOfType(this->data, LLVMGetAllocatedType(local));
    LLVMValueRef arguments[] = {LLVMConstInt(LLVMInt64TypeInContext(this->context), size, 0), local};
    LLVMPositionBuilderBefore(this->builder, before);
    LLVMSetCurrentDebugLocation2(this->builder, LLVMInstructionGetDebugLoc(before));
    return LLVMBuildCall2(this->builder, LLVMGlobalGetValueType(function), function, arguments, 2, "");
}

// Who has the address of the object that was there may use it before the new one is named.
static void begin_early(const Lives *this, LLVMValueRef before, LLVMValueRef local)
{
    LLVMValueRef begin = mark(this, "llvm.lifetime.start", before, local);
    unsigned anew = LLVMGetMDKindIDInContext(this->context, ANEW_METADATA, strlen(ANEW_METADATA));
    LLVMSetMetadata(begin, anew, LLVMMetadataAsValue(this->context, LLVMMDNodeInContext2(this->context, NULL, 0)));
}

static void mark_life(const Lives *this, Course *course)
{
    begin_course(this, course);
    bool meet = false;
    do {
        for (uint32_t i = 1; i < course->parts.count && meet; i++)
            course->parts.data[i].life = 0;
        find_lives(this, course);
        meet = begin_where_ways_meet(course);
    } while (meet);
    for (uint32_t i = 0; i < course->parts.count; i++) {
        const Part *part = &course->parts.data[i];
        unsigned life = part->seen ? part->life : 0;
        for (LLVMValueRef value = LLVMGetFirstInstruction(part->block); value && life;
             value = LLVMGetNextInstruction(value)) {
            Side side = side_of(this, course, value);
            if (side == SIDE_USE && life & LIFE_ENDED)
                mark(this, "llvm.lifetime.start", value, course->local);
            else if (side == SIDE_OUTSIDE && life & LIFE_ALIVE)
                mark(this, "llvm.lifetime.end", value, course->local);
            life = life_after(life, side);
        }
        if (part->begins)
            begin_early(this, LLVMGetBasicBlockTerminator(part->block), course->local);
    }
}

static bool is_literal(LLVMValueRef local)
{
    return !strncmp(module_value_name(local), literal_name, sizeof literal_name - 1);
}

static bool has_marks(LLVMValueRef local)
{
    for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use))
        if (calls_named(LLVMGetUser(use), "llvm.lifetime."))
            return true;
    return false;
}

// Whether clang calls something in the module as the source does: it appends digits where there are several of a name.
static bool is_called(LLVMValueRef local, const char *name)
{
    const char *called = module_value_name(local);
    size_t length = strlen(name);
    if (!length || strncmp(called, name, length) != 0)
        return false;
    while (isdigit((unsigned char)called[length]))
        length++;
    return !called[length];
}

static bool declares(const TreeNode *node, LLVMValueRef local)
{
    return (tree_node_is(node, "VarDecl") || tree_node_is(node, "ParmVarDecl")) && is_called(local, node->name);
}

static bool tree_declares(const SyntaxTree *tree, LLVMValueRef local)
{
    for (uint32_t i = 0; i < tree->nodes.count; i++)
        if (declares(&tree->nodes.data[i], local))
            return true;
    return false;
}

// What a scope declares that a local may be; NULL if there is no such thing.
static const TreeNode *find_declared(const SyntaxTree *tree, uint32_t scope, LLVMValueRef local)
{
    for (uint32_t i = 0; i < tree->nodes.count; i++) {
        uint32_t around = i;
        if (!declares(&tree->nodes.data[i], local))
            continue;
        while (around != NONE && !tree_node_is_scope(&tree->nodes.data[around]))
            around = tree->nodes.data[around].parent;
        if (around == scope)
            return &tree->nodes.data[i];
    }
    return NULL;
}

// The innermost scope with all that is done with a local.
static LLVMMetadataRef scope_of_uses(const Lives *this, LLVMValueRef local)
{
    LLVMMetadataRef scope = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use)) {
        LLVMMetadataRef own = scope_of(LLVMGetUser(use));
        scope = scope ? scope : own;
        while (own && scope && !scope_is_within(this, own, scope))
            scope = scope_around(this, scope);
    }
    return scope;
}

static bool is_used_after(LLVMValueRef function, LLVMValueRef local, TreePlace place)
{
    for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use))
        if (tree_place_of_location(function, LLVMInstructionGetDebugLoc(LLVMGetUser(use))) <= place)
            return false;
    return place != 0;
}

// The block that declares a local of which the module does not say which it is; NULL if that is the whole function, or not
// known. Of several around all its uses that declare such a name it is the innermost, if they come after its declaration.
static LLVMMetadataRef find_declaring_block(const Lives *this, LLVMValueRef function, LLVMValueRef local)
{
    const SyntaxTree *tree = &this->tree;
    const TreeNode *declared = NULL;
    LLVMMetadataRef found = NULL, block = block_of(this, scope_of_uses(this, local));
    for (;; block = block_of(this, scope_around(this, block))) {
        uint32_t scope = 0;
        if (block && !tree_find_scope(tree, tree_place_of_block(function, block), &scope))
            return NULL;
        while (!block && scope < tree->nodes.count &&
               !tree_node_is_scope(&tree->nodes.data[scope])) // that of the function
            scope++;
        const TreeNode *other = scope < tree->nodes.count ? find_declared(tree, scope, local) : NULL;
        if (other && declared &&
            (strcmp(other->name, declared->name) != 0 || !is_used_after(function, local, declared->last)))
            return NULL;
        if (other && !declared) {
            declared = other;
            found = tree_node_is(&tree->nodes.data[scope], "CompoundStmt") ? block : NULL;
        }
        if (!block)
            return found;
    }
}

static bool is_result(LLVMValueRef local)
{
    for (size_t i = 0; i < sizeof result_names / sizeof *result_names; i++)
        if (is_called(local, result_names[i]))
            return true;
    return false;
}

static bool find_home(Lives *this, const Course *course, LLVMValueRef local, Home *home)
{
    LLVMValueRef function = course->function;
    if (is_literal(local)) {
        LLVMValueRef first = find_first_use(course, local);
        home->block = first && !LLVMIsAPHINode(first) ? block_of(this, scope_of(first)) : NULL;
        return home->block != NULL;
    }
    const uint64_t *declaration = map_find(&course->declarations, (uintptr_t)local);
    bool may_be_result = !declaration && is_result(local);
    if (course->jumped_into || !local_lets_address_out(local) || has_marks(local))
        return false;
    LLVMMetadataRef block = declaration ? block_of(this, scope_of((LLVMValueRef)(uintptr_t)*declaration))
                                        : block_of(this, scope_of_uses(this, local));
    if (!(block || may_be_result) || !syntax_tree_read(&this->tree, this->options, this->file, function))
        return false;
    if (may_be_result && !tree_declares(&this->tree, local)) {
        LLVMMetadataRef location = LLVMInstructionGetDebugLoc(find_first_use(course, local));
        TreePlace place = tree_place_of_location(function, location);
        return tree_find_statement(&this->tree, place, &home->first, &home->last);
    }
    home->block = declaration ? block : find_declaring_block(this, function, local);
    return home->block && !tree_has(&this->tree, "CleanupAttr");
}

// The declarations of locals in the debug information.
static void find_declarations(const Lives *this, LLVMValueRef function, Map *declarations)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value)) {
            LLVMValueRef local = LLVMIsADbgDeclareInst(value) ? debug_declared_local(this->context, value) : NULL;
            if (local)
                *map_insert(declarations, (uintptr_t)local) = (uintptr_t)value;
        }
}

static void mark_lives(Lives *this, LLVMValueRef function)
{
    Course course = {.function = function, .jumped_into = function_is_jumped_into(function)};
    bool known = find_exits(function, &course.exits);
    find_declarations(this, function, &course.declarations);
    list_parts(&course);
    for (LLVMValueRef local = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); known && local;
         local = LLVMGetNextInstruction(local)) {
        course.local = local;
        course.home = (Home){0};
        if (LLVMIsAAllocaInst(local) && LLVMIsAConstantInt(LLVMGetOperand(local, 0)) &&
            find_home(this, &course, local, &course.home))
            mark_life(this, &course);
    }
    map_free(&course.exits);
    map_free(&course.declarations);
    map_free(&course.indices);
    vector_free(&course.parts);
    vector_free(&course.successors);
}

void module_mark_lives(LLVMModuleRef module, const FrontOptions *options, uint32_t file)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    Lives this = {.module = module,
                  .options = options,
                  .file = file,
                  .context = context,
                  .data = LLVMGetModuleDataLayout(module),
                  .builder = LLVMCreateBuilderInContext(context),
                  .loop = LLVMGetMDKindIDInContext(context, "llvm.loop", 9)};
    LLVMSetIsNewDbgInfoFormat(module, 0);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        if (!LLVMIsDeclaration(function))
            mark_lives(&this, function);
    syntax_tree_free(&this.tree);
    LLVMDisposeBuilder(this.builder);
}
