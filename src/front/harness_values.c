// Arbitrary values by their types in the source, which debug metadata tells: LLVM's pointers do not say to what.
// Numbers are inputs. A pointer leads to a fresh block on the heap, which a function may free, of one object or of as
// many as the plan says; text of type char ends with a zero. What cannot be made up is an object or function that is
// declared and defined nowhere: a run that does not touch it goes on, one that does is UNKNOWN.
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "front/harness_builder.h"

enum {
    SAME_TYPE_LIMIT = 2,    // objects of one type on the way to an object: a list has as many elements
    OBJECT_LIMIT = 512,     // objects in all
    STORE_LIMIT = 16384,    // stores in all
    LARGE_ARRAY = 64,       // an array of more elements that are mere numbers is uninitialised, which is as arbitrary
    USUAL_STRING_LENGTH = 4 // of text, without its zero
};

void harness_fail(HarnessBuilder *harness, const char *name, const char *what)
{
    if (harness->failed)
        return;
    harness->failed = true;
    if (*harness->function_name)
        text_format(harness->lowering->errors, "argument %s of %s: %s\n", name, harness->function_name, what);
    else
        text_format(harness->lowering->errors, "variable %s: %s\n", name, what);
}

LLVMTypeRef harness_word_type(HarnessBuilder *harness)
{
    return LLVMIntTypeInContext(harness->lowering->context, harness->lowering->program->layout.pointer_bits);
}

LLVMValueRef harness_library_function(HarnessBuilder *harness, const char *name, LLVMTypeRef result,
                                      LLVMTypeRef *parameters, unsigned count)
{
    LLVMValueRef known = LLVMGetNamedFunction(harness->lowering->module, name);
    return known ? known
                 : LLVMAddFunction(harness->lowering->module, name, LLVMFunctionType(result, parameters, count, false));
}

// Every piece of code gets a position of its own, in the line where the function begins: blocks are told apart by them.
static void next_position(HarnessBuilder *harness)
{
    LLVMMetadataRef location = NULL;
    if (harness->scope) {
        unsigned line = LLVMDISubprogramGetLine(harness->scope);
        LLVMMetadataRef block = LLVMDIBuilderCreateLexicalBlock(harness->positions, harness->scope,
                                                                LLVMDIScopeGetFile(harness->scope), line, 0);
        location = LLVMDIBuilderCreateDebugLocation(harness->lowering->context, line, 0, block, NULL);
    }
    LLVMSetCurrentDebugLocation2(harness->builder, location);
}

void harness_set_function(HarnessBuilder *harness, LLVMValueRef function, const char *name)
{
    harness->scope = LLVMGetSubprogram(function);
    harness->function_name = name;
    next_position(harness);
}

static LLVMMetadataRef strip(HarnessBuilder *harness, LLVMMetadataRef type, const char **last_name)
{
    while (type) {
        switch (LLVMGetDINodeTag(type)) {
        case TAG_TYPEDEF:
            *last_name = debug_operand_string(harness->lowering, type, TYPE_NAME);
            break;
        case TAG_CONST:
        case TAG_VOLATILE:
        case TAG_RESTRICT:
        case TAG_ATOMIC:
            break;
        default:
            return type;
        }
        type = debug_operand(harness->lowering, type, TYPE_BASE_TYPE);
    }
    return NULL;
}

LLVMMetadataRef harness_strip_type(HarnessBuilder *harness, LLVMMetadataRef type)
{
    const char *ignored = "";
    return strip(harness, type, &ignored);
}

const char *harness_type_name(HarnessBuilder *harness, LLVMMetadataRef type)
{
    Lowering *lowering = harness->lowering;
    Arena *arena = &lowering->program->arena;
    const char *alias = "";
    LLVMMetadataRef bare = strip(harness, type, &alias);
    if (!bare)
        return "void";
    const char *name = debug_operand_string(lowering, bare, TYPE_NAME);
    const char *shown = *name ? name : alias;
    switch (LLVMGetDINodeTag(bare)) {
    case TAG_POINTER:
        return arena_format(arena, "%s *", harness_type_name(harness, debug_operand(lowering, bare, TYPE_BASE_TYPE)));
    case TAG_ARRAY:
        return arena_format(arena, "%s [%llu]",
                            harness_type_name(harness, debug_operand(lowering, bare, TYPE_BASE_TYPE)),
                            (unsigned long long)LLVMDITypeGetSizeInBits(bare) / 8);
    case TAG_STRUCTURE:
        return arena_format(arena, "struct %s", shown);
    case TAG_UNION:
        return arena_format(arena, "union %s", shown);
    case TAG_ENUMERATION:
        return arena_format(arena, "enum %s", shown);
    case TAG_SUBROUTINE:
        return "function";
    default:
        return shown;
    }
}

LLVMValueRef harness_input(HarnessBuilder *harness, LLVMTypeRef type, const char *name)
{
    Lowering *lowering = harness->lowering;
    char *spelled = LLVMPrintTypeToString(type);
    char function_name[64];
    snprintf(function_name, sizeof function_name, "nondet_raddle_%s", spelled);
    LLVMDisposeMessage(spelled);
    LLVMValueRef function = harness_library_function(harness, function_name, type, NULL, 0);
    next_position(harness);
    LLVMValueRef call = LLVMBuildCall2(harness->builder, LLVMGlobalGetValueType(function), function, NULL, 0, "");
    *map_insert(&lowering->input_names, (uintptr_t)call) = program_add_string(lowering->program, name);
    return call;
}

void harness_append_assumptions(const HarnessBuilder *harness, Text *out)
{
    unsigned long long length = harness->plan->array_length;
    text_format(out, "pointers %slead to separate objects", harness->plan->null_pointers ? "are NULL or " : "");
    if (length)
        text_format(out, " of %llu elements", length);
    if (harness->made_text)
        text_format(out, ", text has at most %llu characters", length ? length : USUAL_STRING_LENGTH);
    if (harness->cut_chain)
        text_format(out, ", lists have %s%d elements", harness->plan->null_pointers ? "at most " : "", SAME_TYPE_LIMIT);
}

// ---- objects

// A name of its own for something that is declared only, so that nothing defines it.
static const char *unknown_name(HarnessBuilder *harness, const char *name)
{
    return arena_format(&harness->lowering->program->arena, "(what %s points to)", name);
}

static LLVMValueRef unknown_function(HarnessBuilder *harness, LLVMMetadataRef type, const char *name)
{
    // It is called as whatever the program takes it for; its own type does not matter.
    (void)type;
    LLVMContextRef context = harness->lowering->context;
    return harness_library_function(harness, unknown_name(harness, name), LLVMVoidTypeInContext(context), NULL, 0);
}

static LLVMValueRef unknown_object(HarnessBuilder *harness, const char *name)
{
    LLVMModuleRef module = harness->lowering->module;
    const char *shown = unknown_name(harness, name);
    LLVMValueRef known = LLVMGetNamedGlobal(module, shown);
    return known ? known : LLVMAddGlobal(module, LLVMInt8TypeInContext(harness->lowering->context), shown);
}

// Held by a variable, a block is not lost when the harness has ended.
static void hold(HarnessBuilder *harness, LLVMValueRef block)
{
    LLVMTypeRef pointer = LLVMTypeOf(block);
    LLVMValueRef variable = LLVMAddGlobal(harness->lowering->module, pointer, "raddle.object");
    LLVMSetLinkage(variable, LLVMInternalLinkage);
    LLVMSetInitializer(variable, LLVMConstNull(pointer));
    LLVMBuildStore(harness->builder, block, variable);
}

void harness_assume(HarnessBuilder *harness, LLVMValueRef condition)
{
    LLVMTypeRef word = harness_word_type(harness);
    LLVMValueRef function =
        harness_library_function(harness, "klee_assume", LLVMVoidTypeInContext(harness->lowering->context), &word, 1);
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    LLVMTypeRef wanted;
    if (LLVMCountParamTypes(type) != 1)
        return;
    LLVMGetParamTypes(type, &wanted);
    LLVMValueRef argument = LLVMBuildZExt(harness->builder, condition, wanted, "");
    LLVMBuildCall2(harness->builder, type, function, &argument, 1, "");
}

static LLVMValueRef allocate(HarnessBuilder *harness, uint64_t size, LLVMMetadataRef element, const char *name)
{
    Lowering *lowering = harness->lowering;
    LLVMTypeRef word = harness_word_type(harness), pointer = LLVMPointerTypeInContext(lowering->context, 0);
    LLVMValueRef function = harness_library_function(harness, "malloc", pointer, &word, 1);
    if (!LLVMIsDeclaration(function))
        harness_fail(harness, name, "the program defines malloc itself, so no object can be made for it");
    if (harness->object_count++ >= OBJECT_LIMIT)
        harness_fail(harness, name, "too many objects hang on it; write a function that builds them for --setup");
    if (harness->failed)
        return LLVMConstNull(pointer);
    LLVMValueRef bytes = LLVMConstInt(word, size, false);
    next_position(harness);
    LLVMValueRef block = LLVMBuildCall2(harness->builder, LLVMGlobalGetValueType(function), function, &bytes, 1, "");
    Position *position = &lowering->program->positions.data[debug_position(lowering, block)];
    position->block_type = debug_type(lowering, element);
    position->block_name = arena_copy_string(&lowering->program->arena, name);
    harness_assume(harness, LLVMBuildIsNotNull(harness->builder, block, ""));
    hold(harness, block);
    return block;
}

static bool is_text(HarnessBuilder *harness, LLVMMetadataRef bare)
{
    return LLVMGetDINodeTag(bare) == TAG_BASE &&
           !strcmp(debug_operand_string(harness->lowering, bare, TYPE_NAME), "char");
}

// What the library alone knows the inside of.
static bool is_opaque(HarnessBuilder *harness, LLVMMetadataRef bare)
{
    const char *name = debug_operand_string(harness->lowering, bare, TYPE_NAME);
    return !LLVMDITypeGetSizeInBits(bare) || !strcmp(name, "_IO_FILE") || !strcmp(name, "__dirstream");
}

static bool chain_is_full(const TypeChain *chain, const char *type)
{
    uint32_t count = 0;
    for (; chain; chain = chain->outer)
        count += !strcmp(chain->type, type);
    return count >= SAME_TYPE_LIMIT;
}

static uint64_t element_count(HarnessBuilder *harness, bool text)
{
    uint64_t given = harness->plan->array_length;
    return text ? (given ? given : USUAL_STRING_LENGTH) + 1 : given ? given : 1;
}

static void store_byte(HarnessBuilder *harness, LLVMValueRef block, uint64_t offset, uint64_t value);

LLVMValueRef harness_pointer(HarnessBuilder *harness, LLVMMetadataRef pointed, const char *name, const TypeChain *chain)
{
    Lowering *lowering = harness->lowering;
    harness->made_pointer = true;
    LLVMMetadataRef bare = harness_strip_type(harness, pointed);
    if (bare && LLVMGetDINodeTag(bare) == TAG_SUBROUTINE)
        return unknown_function(harness, bare, name);
    if (!bare || is_opaque(harness, bare))
        return unknown_object(harness, name);
    const char *type = harness_type_name(harness, pointed);
    harness->cut_chain |= chain_is_full(chain, type);
    if (chain_is_full(chain, type))
        return LLVMConstNull(LLVMPointerTypeInContext(lowering->context, 0));
    bool text = is_text(harness, bare);
    uint64_t size = LLVMDITypeGetSizeInBits(bare) / 8, count = element_count(harness, text);
    LLVMValueRef block = allocate(harness, size * count, bare, name);
    TypeChain here = {chain, type};
    bool in_variable = harness->in_variable, by_value = harness->by_value;
    harness->in_variable = harness->by_value = false;
    for (uint64_t i = 0; i < count - text && !harness->failed; i++) {
        bool many = count > 1;
        const char *element = many ? arena_format(&lowering->program->arena, "%s[%llu]", name, (unsigned long long)i)
                                   : arena_format(&lowering->program->arena, "*%s", name);
        harness_fill(harness, block, i * size, pointed, element, &here);
    }
    harness->made_text |= text;
    if (text)
        store_byte(harness, block, count - 1, 0);
    harness->in_variable = in_variable;
    harness->by_value = by_value;
    return block;
}

LLVMValueRef harness_or_null(HarnessBuilder *harness, LLVMValueRef pointer, const char *name)
{
    Lowering *lowering = harness->lowering;
    if (!harness->plan->null_pointers || LLVMIsNull(pointer))
        return pointer;
    const char *question = arena_format(&lowering->program->arena, "%s is NULL", name);
    LLVMValueRef null = harness_input(harness, LLVMInt1TypeInContext(lowering->context), question);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(harness->builder);
    LLVMBasicBlockRef otherwise = LLVMAppendBasicBlockInContext(lowering->context, harness->function, "object");
    LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(lowering->context, harness->function, "pointer");
    LLVMBuildCondBr(harness->builder, null, after, otherwise);
    LLVMPositionBuilderAtEnd(harness->builder, otherwise);
    LLVMBuildBr(harness->builder, after);
    LLVMPositionBuilderAtEnd(harness->builder, after);
    LLVMValueRef chosen = LLVMBuildPhi(harness->builder, LLVMTypeOf(pointer), "");
    LLVMValueRef values[] = {LLVMConstNull(LLVMTypeOf(pointer)), pointer};
    LLVMBasicBlockRef blocks[] = {before, otherwise};
    LLVMAddIncoming(chosen, values, blocks, 2);
    return chosen;
}

// ---- content

static LLVMValueRef address_at(HarnessBuilder *harness, LLVMValueRef address, uint64_t offset)
{
    LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(harness->lowering->context), offset, false);
    return offset ? LLVMBuildGEP2(harness->builder, LLVMInt8TypeInContext(harness->lowering->context), address, &index,
                                  1, "")
                  : address;
}

static void store(HarnessBuilder *harness, LLVMValueRef value, LLVMValueRef address, uint64_t offset, const char *name)
{
    if (harness->store_count++ >= STORE_LIMIT)
        harness_fail(harness, name, "it is too large; write a function that builds it for --setup");
    if (harness->failed)
        return;
    LLVMValueRef written = LLVMBuildStore(harness->builder, value, address_at(harness, address, offset));
    LLVMSetAlignment(written, 1);
}

static void store_byte(HarnessBuilder *harness, LLVMValueRef block, uint64_t offset, uint64_t value)
{
    LLVMTypeRef byte = LLVMInt8TypeInContext(harness->lowering->context);
    store(harness, LLVMConstInt(byte, value, false), block, offset, "");
}

// The input for a part of something.
static LLVMValueRef named_input(HarnessBuilder *harness, LLVMTypeRef type, const char *name)
{
    if (harness->by_value)
        name = arena_format(&harness->lowering->program->arena, "argument %s of %s", name, harness->function_name);
    return harness_input(harness, type, name);
}

static void fill_number(HarnessBuilder *harness, LLVMValueRef address, uint64_t offset, LLVMTypeRef type,
                        const char *name)
{
    if (!harness->failed)
        store(harness, named_input(harness, type, name), address, offset, name);
}

// Bytes that are inputs when they are read, one by one. Fresh memory is so already; copying keeps it so.
static void leave_arbitrary(HarnessBuilder *harness, LLVMValueRef address, uint64_t offset, LLVMMetadataRef type,
                            const char *name)
{
    if (!harness->in_variable)
        return;
    uint64_t size = LLVMDITypeGetSizeInBits(type) / 8;
    LLVMValueRef fresh = allocate(harness, size, type, name);
    if (!harness->failed)
        LLVMBuildMemCpy(harness->builder, address_at(harness, address, offset), 1, fresh, 1,
                        LLVMConstInt(harness_word_type(harness), size, false));
}

static void fill_base(HarnessBuilder *harness, LLVMValueRef address, uint64_t offset, LLVMMetadataRef type,
                      const char *name)
{
    Lowering *lowering = harness->lowering;
    LLVMContextRef context = lowering->context;
    const Type *known = &lowering->program->types.data[debug_type(lowering, type)];
    unsigned bits = (unsigned)LLVMDITypeGetSizeInBits(type);
    bool floating = strstr(known->name, "float") || strstr(known->name, "double") || strstr(known->name, "_Float");
    if (known->kind == TYPE_BOOLEAN) {
        LLVMValueRef truth = named_input(harness, LLVMInt1TypeInContext(context), name);
        store(harness, LLVMBuildZExt(harness->builder, truth, LLVMIntTypeInContext(context, bits), ""), address, offset,
              name);
    } else if (floating || strstr(known->name, "complex")) {
        // Bit patterns; what is no number of the machine stays uninitialised, and is refused by name when it is read.
        if (bits == 32 || bits == 64)
            fill_number(harness, address, offset, LLVMIntTypeInContext(context, bits), name);
        else
            leave_arbitrary(harness, address, offset, type, name);
    } else {
        fill_number(harness, address, offset, LLVMIntTypeInContext(context, bits), name);
    }
}

// The bytes that a bit-field lies in, unless another one has filled them.
static void fill_bit_field(HarnessBuilder *harness, LLVMValueRef address, uint64_t offset, LLVMMetadataRef member,
                           uint64_t *filled, const char *name)
{
    uint64_t first = LLVMDITypeGetOffsetInBits(member) / 8;
    uint64_t end = (LLVMDITypeGetOffsetInBits(member) + LLVMDITypeGetSizeInBits(member) + 7) / 8;
    for (uint64_t byte = first < *filled ? *filled : first; byte < end; byte++)
        fill_number(harness, address, offset + byte, LLVMInt8TypeInContext(harness->lowering->context), name);
    *filled = end > *filled ? end : *filled;
}

// The name of a member of what `name` names: "*list" has "list->head".
static const char *member_name(HarnessBuilder *harness, const char *name, const char *member)
{
    Arena *arena = &harness->lowering->program->arena;
    if (!*member)
        return name;
    return *name == '*' ? arena_format(arena, "%s->%s", name + 1, member) : arena_format(arena, "%s.%s", name, member);
}

static void fill_members(HarnessBuilder *harness, LLVMValueRef address, uint64_t offset, LLVMMetadataRef type,
                         const char *name, const TypeChain *chain)
{
    Lowering *lowering = harness->lowering;
    OperandVector elements = {0};
    uint64_t filled = 0;
    debug_operands(lowering, debug_operand(lowering, type, COMPOSITE_ELEMENTS), &elements);
    for (uint32_t i = 0; i < elements.count && !harness->failed; i++) {
        LLVMMetadataRef member = elements.data[i] ? LLVMValueAsMetadata(elements.data[i]) : NULL;
        if (!member || LLVMGetDINodeTag(member) != TAG_MEMBER)
            continue;
        const char *shown = member_name(harness, name, debug_operand_string(lowering, member, TYPE_NAME));
        if (LLVMDITypeGetFlags(member) & LLVMDIFlagBitField)
            fill_bit_field(harness, address, offset, member, &filled, shown);
        else
            harness_fill(harness, address, offset + LLVMDITypeGetOffsetInBits(member) / 8,
                         debug_operand(lowering, member, TYPE_BASE_TYPE), shown, chain);
    }
    vector_free(&elements);
}

// Whether something of that type is more than numbers any of which will do.
static bool needs_care(HarnessBuilder *harness, LLVMMetadataRef type)
{
    Lowering *lowering = harness->lowering;
    LLVMMetadataRef bare = harness_strip_type(harness, type);
    bool found = false;
    switch (bare ? LLVMGetDINodeTag(bare) : TAG_POINTER) {
    case TAG_POINTER:
        return true;
    case TAG_BASE:
        return lowering->program->types.data[debug_type(lowering, bare)].kind == TYPE_BOOLEAN;
    case TAG_ARRAY:
        return needs_care(harness, debug_operand(lowering, bare, TYPE_BASE_TYPE));
    case TAG_STRUCTURE:
    case TAG_UNION: {
        OperandVector elements = {0};
        debug_operands(lowering, debug_operand(lowering, bare, COMPOSITE_ELEMENTS), &elements);
        for (uint32_t i = 0; i < elements.count && !found; i++)
            found = elements.data[i] && LLVMGetDINodeTag(LLVMValueAsMetadata(elements.data[i])) == TAG_MEMBER &&
                    needs_care(harness, debug_operand(lowering, LLVMValueAsMetadata(elements.data[i]), TYPE_BASE_TYPE));
        vector_free(&elements);
        return found;
    }
    default:
        return false;
    }
}

static void fill_union(HarnessBuilder *harness, LLVMValueRef address, uint64_t offset, LLVMMetadataRef type,
                       const char *name)
{
    uint64_t size = LLVMDITypeGetSizeInBits(type) / 8;
    LLVMContextRef context = harness->lowering->context;
    if (!needs_care(harness, type))
        for (uint64_t i = 0, part; i < size; i += part) {
            part = size - i >= 8 ? 8 : size - i >= 4 ? 4 : size - i >= 2 ? 2 : 1;
            fill_number(harness, address, offset + i, LLVMIntTypeInContext(context, (unsigned)part * 8), name);
        }
    else if (!harness->before_setup)
        harness_fail(harness, name,
                     "a union that may hold a pointer or a _Bool: which, only the program knows; write a "
                     "function that builds it for --setup");
}

static void fill_array(HarnessBuilder *harness, LLVMValueRef address, uint64_t offset, LLVMMetadataRef type,
                       const char *name, const TypeChain *chain)
{
    Lowering *lowering = harness->lowering;
    LLVMMetadataRef element = debug_operand(lowering, type, TYPE_BASE_TYPE);
    LLVMMetadataRef bare = harness_strip_type(harness, element);
    uint64_t size = bare ? LLVMDITypeGetSizeInBits(bare) / 8 : 0;
    uint64_t count = size ? LLVMDITypeGetSizeInBits(type) / 8 / size : 0;
    if (count > LARGE_ARRAY && !needs_care(harness, element))
        leave_arbitrary(harness, address, offset, type, name);
    else
        for (uint64_t i = 0; i < count && !harness->failed; i++)
            harness_fill(harness, address, offset + i * size, element,
                         arena_format(&lowering->program->arena, "%s[%llu]", *name == '*' ? name + 1 : name,
                                      (unsigned long long)i),
                         chain);
}

// Types of the library, by the name that it gives them. Zeros are what a lock is initialised with.
static bool fill_library_type(HarnessBuilder *harness, LLVMValueRef address, uint64_t offset, LLVMMetadataRef type,
                              const char *name)
{
    static const char *const locks[] = {"pthread_mutex_t", "pthread_cond_t", "pthread_rwlock_t", "pthread_once_t",
                                        "mtx_t",           "cnd_t",          "once_flag"};
    static const char *const counted[] = {"sem_t", "pthread_barrier_t", "pthread_spinlock_t"};
    const char *alias = "";
    LLVMMetadataRef bare = strip(harness, type, &alias);
    // The outermost typedef of the library, not the one that it is made of.
    for (LLVMMetadataRef node = type; node && node != bare;
         node = debug_operand(harness->lowering, node, TYPE_BASE_TYPE)) {
        const char *word =
            LLVMGetDINodeTag(node) == TAG_TYPEDEF ? debug_operand_string(harness->lowering, node, TYPE_NAME) : "";
        for (size_t i = 0; i < sizeof locks / sizeof *locks; i++)
            if (!strcmp(word, locks[i]) && harness->in_variable) {
                return true; // as it is initialised
            } else if (!strcmp(word, locks[i])) {
                LLVMBuildMemSet(harness->builder, address_at(harness, address, offset),
                                LLVMConstInt(LLVMInt8TypeInContext(harness->lowering->context), 0, false),
                                LLVMConstInt(harness_word_type(harness), LLVMDITypeGetSizeInBits(bare) / 8, false), 1);
                return true;
            }
        for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
            if (!strcmp(word, counted[i])) {
                if (!harness->before_setup && !harness->in_variable)
                    harness_fail(harness, name,
                                 "a semaphore, barrier or spin lock has to be initialised; write a "
                                 "function that does it for --setup");
                return true;
            }
    }
    return false;
}

void harness_fill(HarnessBuilder *harness, LLVMValueRef address, uint64_t offset, LLVMMetadataRef type,
                  const char *name, const TypeChain *chain)
{
    Lowering *lowering = harness->lowering;
    LLVMMetadataRef bare = harness_strip_type(harness, type);
    if (!bare || harness->failed || fill_library_type(harness, address, offset, type, name))
        return;
    switch (LLVMGetDINodeTag(bare)) {
    case TAG_BASE:
        fill_base(harness, address, offset, bare, name);
        break;
    case TAG_ENUMERATION:
        fill_number(harness, address, offset,
                    LLVMIntTypeInContext(lowering->context, (unsigned)LLVMDITypeGetSizeInBits(bare)), name);
        break;
    case TAG_POINTER: {
        LLVMValueRef pointer = harness_pointer(harness, debug_operand(lowering, bare, TYPE_BASE_TYPE), name, chain);
        pointer = harness_or_null(harness, pointer, name);
        store(harness, pointer, address, offset, name);
        break;
    }
    case TAG_STRUCTURE: {
        TypeChain here = {chain, harness_type_name(harness, type)};
        bool known = chain && !strcmp(chain->type, here.type);
        fill_members(harness, address, offset, bare, name, known ? chain : &here);
        break;
    }
    case TAG_UNION:
        fill_union(harness, address, offset, bare, name);
        break;
    case TAG_ARRAY:
        fill_array(harness, address, offset, bare, name, chain);
        break;
    default:
        harness_fail(harness, name, "its type is not one of C that values can be made up for");
        break;
    }
}
