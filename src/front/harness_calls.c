// Calls with arbitrary arguments. A parameter of the source is none, one or several of LLVM's: clang passes a structure
// in memory, or in registers, piece by piece or member by member.
#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "front/harness_builder.h"

typedef VECTOR(LLVMValueRef) ValueList;

// The arguments of one call as they come about.
typedef struct Arguments {
    LLVMValueRef function;
    const char *name;
    OperandVector types; // of the source: result first
    LLVMValueRef next;   // parameter of LLVM without an argument so far; NULL: none
    unsigned index;      // its number
    ValueList values;
    const LLVMValueRef *passed; // see harness_call
    uint32_t passed_count;
    bool took_result; // of the set-up function
    VECTOR(const char *) pointer_types;
} Arguments;

static bool has_attribute(LLVMValueRef function, unsigned index, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetEnumAttributeAtIndex(function, index + 1, kind) != NULL;
}

static const char *parameter_name(HarnessBuilder *harness, const Arguments *arguments)
{
    const char *name = arguments->next ? module_value_name(arguments->next) : "";
    const char *suffix = strchr(name, '.'); // clang's own: ".coerce0", ".1"
    Arena *arena = &harness->lowering->program->arena;
    if (!*name || *name == '.')
        return arena_format(arena, "%u", arguments->index + 1);
    return suffix ? arena_format(arena, "%.*s", (int)(suffix - name), name) : name;
}

static void give(Arguments *arguments, LLVMValueRef value)
{
    vector_push(&arguments->values, value);
    arguments->next = LLVMGetNextParam(arguments->next);
    arguments->index++;
}

static bool next_is_piece(const Arguments *arguments, const char *suffix)
{
    const char *found = arguments->next ? strstr(module_value_name(arguments->next), ".coerce") : NULL;
    return found && !strcmp(found, suffix);
}

// Of a structure in pieces that are its members: "s.0", "s.1", ...
static bool next_is_member(const Arguments *arguments, const char *name)
{
    const char *next = arguments->next ? module_value_name(arguments->next) : "";
    size_t length = strlen(name);
    return !strncmp(next, name, length) && next[length] == '.' && isdigit((unsigned char)next[length + 1]);
}

// Memory for a local of the harness, at least `size` bytes.
static LLVMValueRef reserve(HarnessBuilder *harness, uint64_t size)
{
    LLVMTypeRef word = LLVMInt64TypeInContext(harness->lowering->context);
    LLVMTypeRef words = LLVMArrayType2(word, (size + 7) / 8 + 1);
    LLVMValueRef local = LLVMBuildAlloca(harness->builder, words, "");
    LLVMSetAlignment(local, 16);
    return local;
}

static LLVMValueRef load_piece(HarnessBuilder *harness, const Arguments *arguments, LLVMValueRef memory,
                               uint64_t offset)
{
    LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(harness->lowering->context), offset, false);
    LLVMValueRef address =
        LLVMBuildGEP2(harness->builder, LLVMInt8TypeInContext(harness->lowering->context), memory, &index, 1, "");
    LLVMValueRef piece = LLVMBuildLoad2(harness->builder, LLVMTypeOf(arguments->next), address, "");
    LLVMSetAlignment(piece, 1);
    return piece;
}

// A structure or union that is passed by value.
static void give_aggregate(HarnessBuilder *harness, Arguments *arguments, LLVMMetadataRef type, const char *name)
{
    uint64_t size = LLVMDITypeGetSizeInBits(harness_strip_type(harness, type)) / 8;
    if (!size)
        return; // nothing is passed
    if (!arguments->next) {
        harness_fail(harness, name, "how it is passed is not known");
        return;
    }
    LLVMValueRef memory = reserve(harness, size);
    harness->by_value = true;
    harness_fill(harness, memory, 0, type, name, NULL);
    harness->by_value = false;
    bool in_memory = LLVMGetTypeKind(LLVMTypeOf(arguments->next)) == LLVMPointerTypeKind;
    if (next_is_piece(arguments, ".coerce")) {
        give(arguments, load_piece(harness, arguments, memory, 0));
    } else if (next_is_piece(arguments, ".coerce0")) {
        give(arguments, load_piece(harness, arguments, memory, 0));
        if (next_is_piece(arguments, ".coerce1"))
            give(arguments, load_piece(harness, arguments, memory, 8));
    } else if (next_is_member(arguments, name)) {
        for (uint64_t offset = 0, part; offset < size && next_is_member(arguments, name); offset += part) {
            part = LLVMABISizeOfType(harness->lowering->data, LLVMTypeOf(arguments->next));
            give(arguments, load_piece(harness, arguments, memory, offset));
        }
    } else if (in_memory) {
        give(arguments, memory);
    } else {
        harness_fail(harness, name,
                     "structures of its type are passed in a way that is not known; write a function "
                     "that calls it");
    }
}

// The how-manieth pointer to that type among the parameters.
static uint32_t count_pointer(Arguments *arguments, const char *type)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < arguments->pointer_types.count; i++)
        count += !strcmp(arguments->pointer_types.data[i], type);
    vector_push(&arguments->pointer_types, type);
    return count;
}

static bool is_unknown(HarnessBuilder *harness, LLVMMetadataRef pointed)
{
    LLVMMetadataRef bare = harness_strip_type(harness, pointed);
    return !bare || LLVMGetDINodeTag(bare) == TAG_SUBROUTINE || !LLVMDITypeGetSizeInBits(bare);
}

// What the set-up function returned, if that is for a parameter of this type.
static LLVMValueRef take_result(HarnessBuilder *harness, Arguments *arguments, const char *type)
{
    if (!harness->setup_result || arguments->took_result ||
        (strcmp(type, "void") && strcmp(type, harness->setup_result_type)))
        return NULL;
    arguments->took_result = true;
    return harness->setup_result;
}

static LLVMValueRef find_shared(const HarnessBuilder *harness, const char *type, uint32_t ordinal)
{
    for (uint32_t i = 0; i < harness->shared.count; i++)
        if (!strcmp(harness->shared.data[i].type, type) && harness->shared.data[i].ordinal == ordinal)
            return harness->shared.data[i].pointer;
    return NULL;
}

static LLVMValueRef object_for(HarnessBuilder *harness, Arguments *arguments, LLVMMetadataRef pointed, const char *name,
                               const char *argument_name)
{
    const char *type = harness_type_name(harness, pointed);
    LLVMValueRef pointer = take_result(harness, arguments, type);
    if (pointer)
        return pointer;
    uint32_t ordinal = count_pointer(arguments, type);
    pointer = find_shared(harness, type, ordinal);
    if (!pointer) {
        pointer = harness_pointer(harness, pointed, name, NULL);
        if (!is_unknown(harness, pointed))
            vector_push(&harness->shared, (SharedObject){type, ordinal, pointer});
    }
    return harness_or_null(harness, pointer, argument_name);
}

static void give_pointer(HarnessBuilder *harness, Arguments *arguments, LLVMMetadataRef pointed, const char *name,
                         const char *argument_name)
{
    give(arguments, arguments->passed ? arguments->passed[arguments->passed_count++]
                                      : object_for(harness, arguments, pointed, name, argument_name));
}

static bool is_passed_by_value(LLVMMetadataRef bare)
{
    return LLVMGetDINodeTag(bare) == TAG_STRUCTURE || LLVMGetDINodeTag(bare) == TAG_UNION;
}

static bool is_scalar(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static void give_argument(HarnessBuilder *harness, Arguments *arguments, LLVMMetadataRef type)
{
    Lowering *lowering = harness->lowering;
    const char *name = parameter_name(harness, arguments);
    const char *argument_name = arena_format(&lowering->program->arena, "argument %s of %s", name, arguments->name);
    LLVMMetadataRef bare = harness_strip_type(harness, type);
    unsigned tag = bare ? LLVMGetDINodeTag(bare) : 0;
    if (bare && is_passed_by_value(bare))
        give_aggregate(harness, arguments, type, name);
    else if (!arguments->next)
        harness_fail(harness, name, "how it is passed is not known");
    else if (tag == TAG_POINTER)
        give_pointer(harness, arguments, debug_operand(lowering, bare, TYPE_BASE_TYPE), name, argument_name);
    else if ((tag == TAG_BASE || tag == TAG_ENUMERATION) && is_scalar(LLVMTypeOf(arguments->next)))
        give(arguments, harness_input(harness, LLVMTypeOf(arguments->next), argument_name));
    else
        harness_fail(harness, name, "its type is not one that arguments can be made up for");
}

static bool open_arguments(HarnessBuilder *harness, Arguments *arguments)
{
    Lowering *lowering = harness->lowering;
    LLVMMetadataRef subprogram = LLVMGetSubprogram(arguments->function);
    LLVMMetadataRef type = subprogram ? debug_operand(lowering, subprogram, SUBPROGRAM_TYPE) : NULL;
    harness_set_function(harness, arguments->function, arguments->name);
    if (!type) {
        text_format(lowering->errors, "%s: there is no debug information that tells the types of its arguments\n",
                    arguments->name);
        harness->failed = true;
        return false;
    }
    debug_operands(lowering, debug_operand(lowering, type, SUBROUTINE_TYPES), &arguments->types);
    arguments->next = LLVMGetFirstParam(arguments->function);
    return true;
}

static void close_arguments(Arguments *arguments)
{
    vector_free(&arguments->types);
    vector_free(&arguments->values);
    vector_free(&arguments->pointer_types);
}

static void make_arguments(HarnessBuilder *harness, Arguments *arguments)
{
    if (arguments->next && has_attribute(arguments->function, 0, "sret")) {
        LLVMMetadataRef result =
            arguments->types.count && arguments->types.data[0] ? LLVMValueAsMetadata(arguments->types.data[0]) : NULL;
        LLVMMetadataRef bare = harness_strip_type(harness, result);
        give(arguments, reserve(harness, bare ? LLVMDITypeGetSizeInBits(bare) / 8 : 0));
    }
    for (uint32_t i = 1; i < arguments->types.count && !harness->failed; i++)
        if (arguments->types.data[i])
            give_argument(harness, arguments, LLVMValueAsMetadata(arguments->types.data[i]));
    if (!harness->failed && arguments->next)
        harness_fail(harness, parameter_name(harness, arguments), "how it is passed is not known");
}

static void copy_attributes(LLVMValueRef function, LLVMValueRef call, unsigned count)
{
    static const char *const kept[] = {"byval", "sret", "zeroext", "signext"};
    for (unsigned i = 0; i < count; i++)
        for (size_t j = 0; j < sizeof kept / sizeof *kept; j++) {
            unsigned kind = LLVMGetEnumAttributeKindForName(kept[j], strlen(kept[j]));
            LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, i + 1, kind);
            if (attribute)
                LLVMAddCallSiteAttribute(call, i + 1, attribute);
        }
}

LLVMValueRef harness_call(HarnessBuilder *harness, LLVMValueRef function, const char *name, const LLVMValueRef *passed)
{
    Arguments arguments = {.function = function, .name = name, .passed = passed};
    LLVMValueRef call = NULL;
    if (open_arguments(harness, &arguments))
        make_arguments(harness, &arguments);
    if (!harness->failed) {
        call = LLVMBuildCall2(harness->builder, LLVMGlobalGetValueType(function), function, arguments.values.data,
                              arguments.values.count, "");
        copy_attributes(function, call, arguments.values.count);
    }
    close_arguments(&arguments);
    return call;
}

static void skip_parameter(Arguments *arguments, LLVMMetadataRef bare, const char *name)
{
    if (bare && is_passed_by_value(bare) && next_is_member(arguments, name)) {
        while (next_is_member(arguments, name))
            arguments->next = LLVMGetNextParam(arguments->next);
        return;
    }
    bool two = next_is_piece(arguments, ".coerce0");
    if (arguments->next)
        arguments->next = LLVMGetNextParam(arguments->next);
    if (two && next_is_piece(arguments, ".coerce1"))
        arguments->next = LLVMGetNextParam(arguments->next);
}

// Every parameter of the source that is a pointer is one of LLVM's.
void harness_pointers(HarnessBuilder *harness, LLVMValueRef function, const char *name, PointerList *pointers)
{
    Lowering *lowering = harness->lowering;
    Arguments arguments = {.function = function, .name = name};
    if (open_arguments(harness, &arguments)) {
        if (arguments.next && has_attribute(function, 0, "sret"))
            arguments.next = LLVMGetNextParam(arguments.next);
        for (uint32_t i = 1; i < arguments.types.count && !harness->failed; i++) {
            LLVMMetadataRef type = arguments.types.data[i] ? LLVMValueAsMetadata(arguments.types.data[i]) : NULL;
            LLVMMetadataRef bare = harness_strip_type(harness, type);
            if (bare && is_passed_by_value(bare) && !LLVMDITypeGetSizeInBits(bare))
                continue;
            const char *shown = parameter_name(harness, &arguments);
            if (bare && LLVMGetDINodeTag(bare) == TAG_POINTER)
                vector_push(pointers,
                            object_for(harness, &arguments, debug_operand(lowering, bare, TYPE_BASE_TYPE), shown,
                                       arena_format(&lowering->program->arena, "argument %s of %s", shown, name)));
            skip_parameter(&arguments, bare, shown);
        }
    }
    close_arguments(&arguments);
}

void harness_keep_result(HarnessBuilder *harness, LLVMValueRef function, LLVMValueRef call)
{
    Lowering *lowering = harness->lowering;
    LLVMMetadataRef type = debug_operand(lowering, LLVMGetSubprogram(function), SUBPROGRAM_TYPE);
    LLVMMetadataRef types = type ? debug_operand(lowering, type, SUBROUTINE_TYPES) : NULL;
    LLVMMetadataRef result = types ? debug_operand(lowering, types, 0) : NULL;
    LLVMMetadataRef bare = harness_strip_type(harness, result);
    if (!bare || LLVMGetDINodeTag(bare) != TAG_POINTER)
        return;
    harness->setup_result = call;
    harness->setup_result_type = harness_type_name(harness, debug_operand(lowering, bare, TYPE_BASE_TYPE));
}

bool harness_is_thread_function(HarnessBuilder *harness, LLVMValueRef function)
{
    Arguments arguments = {.function = function, .name = ""};
    LLVMTypeKind result = LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(function)));
    bool fits = (result == LLVMVoidTypeKind || result == LLVMPointerTypeKind) && open_arguments(harness, &arguments);
    if (fits && arguments.next) {
        LLVMMetadataRef type =
            arguments.types.count == 2 && arguments.types.data[1] ? LLVMValueAsMetadata(arguments.types.data[1]) : NULL;
        LLVMMetadataRef bare = harness_strip_type(harness, type);
        fits = !LLVMGetNextParam(arguments.next) && bare && LLVMGetDINodeTag(bare) == TAG_POINTER;
    }
    close_arguments(&arguments);
    return fits;
}
