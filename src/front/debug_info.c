// Source positions, names and types from debug metadata. LLVM's C API reaches most of it only through the operands of
// metadata nodes; the operand numbers used here are those of LLVM 19's DI classes.
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/none.h"
#include "front/confine.h"
#include "front/debug_info.h"

LLVMMetadataRef debug_operand(Lowering *lowering, LLVMMetadataRef node, unsigned index)
{
    LLVMValueRef value = node ? LLVMMetadataAsValue(lowering->context, node) : NULL;
    unsigned count = value ? LLVMGetMDNodeNumOperands(value) : 0;
    if (index >= count)
        return NULL;
    LLVMValueRef *operands = memory_allocate(count * sizeof *operands);
    LLVMGetMDNodeOperands(value, operands);
    LLVMMetadataRef result = operands[index] ? LLVMValueAsMetadata(operands[index]) : NULL;
    free(operands);
    return result;
}

const char *debug_operand_string(Lowering *lowering, LLVMMetadataRef node, unsigned index)
{
    LLVMMetadataRef string = debug_operand(lowering, node, index);
    if (!string || LLVMGetMetadataKind(string) != LLVMMDStringMetadataKind)
        return "";
    unsigned length;
    const char *text = LLVMGetMDString(LLVMMetadataAsValue(lowering->context, string), &length);
    char *copy = arena_allocate(&lowering->program->arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

static uint32_t file_id(Lowering *lowering, LLVMMetadataRef file)
{
    uint64_t *known = map_find(&lowering->file_ids, (uintptr_t)file);
    if (known)
        return (uint32_t)*known;
    Program *program = lowering->program;
    unsigned length, directory_length;
    const char *name = LLVMDIFileGetFilename(file, &length);
    const char *directory = LLVMDIFileGetDirectory(file, &directory_length);
    const char *path = arena_format(&program->arena, "%.*s", (int)length, name);
    char here[4096];
    // A path below another directory than ours must stay findable.
    if (path[0] != '/' && directory_length && realpath(".", here) &&
        (strlen(here) != directory_length || memcmp(here, directory, directory_length)))
        path = arena_format(&program->arena, "%.*s/%s", (int)directory_length, directory, path);
    // Reports quote the files that positions name, and a program can name any.
    if (lowering->confined && strcmp(path, "<stdin>") && !confine_allows(path))
        path = "<elsewhere>";
    uint32_t id = NONE;
    for (uint32_t i = 0; i < program->files.count && id == NONE; i++)
        if (!strcmp(program->files.data[i], path))
            id = i;
    if (id == NONE) {
        id = program->files.count;
        vector_push(&program->files, path);
    }
    *map_insert(&lowering->file_ids, (uintptr_t)file) = id;
    return id;
}

static uint32_t add_position(Lowering *lowering, LLVMMetadataRef key, LLVMMetadataRef file, uint32_t line,
                             uint32_t column)
{
    Program *program = lowering->program;
    uint32_t id = program->positions.count;
    Position position = {.file = file ? file_id(lowering, file) : 0, .line = file ? line : 0, .column = column};
    vector_push(&program->positions, position);
    *map_insert(&lowering->position_ids, (uintptr_t)key) = id;
    return id;
}

static uint32_t location_position(Lowering *lowering, LLVMMetadataRef location)
{
    uint64_t *known = map_find(&lowering->position_ids, (uintptr_t)location);
    if (known)
        return (uint32_t)*known;
    LLVMMetadataRef scope = LLVMDILocationGetScope(location);
    return add_position(lowering, location, scope ? LLVMDIScopeGetFile(scope) : NULL, LLVMDILocationGetLine(location),
                        LLVMDILocationGetColumn(location));
}

uint32_t debug_position(Lowering *lowering, LLVMValueRef instruction)
{
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    return location ? location_position(lowering, location) : 0;
}

uint32_t debug_loop_position(Lowering *lowering, LLVMValueRef terminator)
{
    enum { PART_LIMIT = 8 };
    LLVMContextRef context = LLVMGetModuleContext(lowering->module);
    LLVMValueRef loop = LLVMGetMetadata(terminator, LLVMGetMDKindIDInContext(context, "llvm.loop", 9)),
                 parts[PART_LIMIT];
    unsigned count = loop ? LLVMGetMDNodeNumOperands(loop) : 0;
    if (count < 2 || count > PART_LIMIT)
        return 0;
    LLVMGetMDNodeOperands(loop, parts);
    // The first part is the loop itself. The next two are where its statement begins and ends, if clang knows that.
    LLVMMetadataRef begin = parts[1] ? LLVMValueAsMetadata(parts[1]) : NULL;
    return begin && LLVMGetMetadataKind(begin) == LLVMDILocationMetadataKind ? location_position(lowering, begin) : 0;
}

uint32_t debug_function_position(Lowering *lowering, LLVMValueRef function)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    if (!subprogram)
        return 0;
    return add_position(lowering, subprogram, LLVMDIScopeGetFile(subprogram), LLVMDISubprogramGetLine(subprogram), 0);
}

const char *debug_function_name(Lowering *lowering, LLVMValueRef function)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    const char *name = subprogram ? debug_operand_string(lowering, subprogram, SUBPROGRAM_NAME) : "";
    return *name ? name : module_value_name(function);
}

static TypeKind base_kind(const char *name, uint64_t size)
{
    if (!strcmp(name, "_Bool") || !strcmp(name, "bool"))
        return TYPE_BOOLEAN;
    if (!strcmp(name, "char"))
        return TYPE_CHARACTER;
    if (!strncmp(name, "unsigned", 8) || strstr(name, "unsigned"))
        return TYPE_UNSIGNED;
    if (strstr(name, "float") || strstr(name, "double") || strstr(name, "_Float"))
        return size <= 8 ? TYPE_FLOAT : TYPE_UNKNOWN;
    return TYPE_SIGNED;
}

void debug_operands(Lowering *lowering, LLVMMetadataRef node, OperandVector *operands)
{
    if (!node)
        return;
    LLVMValueRef value = LLVMMetadataAsValue(lowering->context, node);
    vector_resize(operands, LLVMGetMDNodeNumOperands(value));
    if (operands->count)
        LLVMGetMDNodeOperands(value, operands->data);
}

static void fill_members(Lowering *lowering, LLVMMetadataRef node, uint32_t id)
{
    OperandVector elements = {0};
    debug_operands(lowering, debug_operand(lowering, node, COMPOSITE_ELEMENTS), &elements);
    TypeMember *members = arena_allocate(&lowering->program->arena, elements.count * sizeof *members);
    uint32_t count = 0;
    for (uint32_t i = 0; i < elements.count; i++) {
        LLVMMetadataRef member = elements.data[i] ? LLVMValueAsMetadata(elements.data[i]) : NULL;
        if (!member || LLVMGetDINodeTag(member) != TAG_MEMBER)
            continue;
        LLVMMetadataRef base = debug_operand(lowering, member, TYPE_BASE_TYPE);
        uint64_t bits = LLVMDITypeGetOffsetInBits(member), size = LLVMDITypeGetSizeInBits(member);
        uint32_t type = base ? debug_type(lowering, base) : 0;
        bool bit_field = (LLVMDITypeGetFlags(member) & LLVMDIFlagBitField) != 0;
        members[count++] = (TypeMember){
            .name = debug_operand_string(lowering, member, TYPE_NAME),
            .offset = bits / 8,
            .type = type,
            .bit_offset = bit_field ? (uint32_t)(bits % 8) : 0,
            .bit_size = bit_field ? (uint32_t)size : 0,
        };
    }
    lowering->program->types.data[id].members = members;
    lowering->program->types.data[id].member_count = count;
    vector_free(&elements);
}

static void fill_enumerators(Lowering *lowering, LLVMMetadataRef node, uint32_t id)
{
    OperandVector elements = {0};
    debug_operands(lowering, debug_operand(lowering, node, COMPOSITE_ELEMENTS), &elements);
    // The value of an enumerator is not an operand; it is read back from the printed node.
    Enumerator *enumerators = arena_allocate(&lowering->program->arena, elements.count * sizeof *enumerators);
    uint32_t count = 0;
    for (uint32_t i = 0; i < elements.count; i++) {
        char *printed = LLVMPrintValueToString(elements.data[i]);
        const char *value = strstr(printed, "value: ");
        const char *name = strstr(printed, "name: \"");
        if (value && name) {
            const char *end = strchr(name + 7, '"');
            enumerators[count++] = (Enumerator){
                .name = arena_format(&lowering->program->arena, "%.*s", (int)(end - name - 7), name + 7),
                .value = strtoll(value + 7, NULL, 10),
            };
        }
        LLVMDisposeMessage(printed);
    }
    lowering->program->types.data[id].enumerators = enumerators;
    lowering->program->types.data[id].enumerator_count = count;
    vector_free(&elements);
}

// An array of several dimensions becomes arrays of arrays, outermost first.
static void fill_array(Lowering *lowering, LLVMMetadataRef node, uint32_t id)
{
    OperandVector ranges = {0};
    debug_operands(lowering, debug_operand(lowering, node, COMPOSITE_ELEMENTS), &ranges);
    LLVMMetadataRef base = debug_operand(lowering, node, TYPE_BASE_TYPE);
    uint32_t element = base ? debug_type(lowering, base) : 0;
    Program *program = lowering->program;
    for (uint32_t i = ranges.count; i-- > 0;) {
        uint64_t count = 0;
        LLVMMetadataRef range = ranges.data[i] ? LLVMValueAsMetadata(ranges.data[i]) : NULL;
        LLVMMetadataRef bound = range ? debug_operand(lowering, range, 0) : NULL;
        if (bound) {
            LLVMValueRef value = LLVMMetadataAsValue(lowering->context, bound);
            OperandVector inner = {0};
            if (LLVMGetMetadataKind(bound) == LLVMConstantAsMetadataMetadataKind) {
                vector_resize(&inner, LLVMGetMDNodeNumOperands(value));
                if (inner.count)
                    LLVMGetMDNodeOperands(value, inner.data);
                if (inner.count && inner.data[0] && LLVMIsAConstantInt(inner.data[0]))
                    count = LLVMConstIntGetZExtValue(inner.data[0]);
            }
            vector_free(&inner);
        }
        Type array = {.kind = TYPE_ARRAY,
                      .name = "",
                      .element = element,
                      .count = count,
                      .size = count * program->types.data[element].size};
        if (i == 0) {
            program->types.data[id] = array;
        } else {
            element = program->types.count;
            vector_push(&program->types, array);
        }
    }
    vector_free(&ranges);
}

// A program may declare the threads library itself, with types smaller than the system's.
static void note_library_type(Lowering *lowering, LLVMMetadataRef node, uint64_t size)
{
    size_t length;
    const char *name = LLVMDITypeGetName(node, &length);
    for (int i = 0; i < LIBRARY_TYPE_COUNT; i++) {
        uint64_t *known = &lowering->program->library_type_sizes[i];
        if (strlen(library_type_name(i)) == length && !memcmp(library_type_name(i), name, length) && size &&
            (!*known || size < *known))
            *known = size;
    }
}

// A structure without a tag is known by the first name that a typedef gives it.
static void name_by_typedef(Lowering *lowering, LLVMMetadataRef node, uint32_t id)
{
    Type *type = &lowering->program->types.data[id];
    if ((type->kind == TYPE_STRUCT || type->kind == TYPE_UNION) && (!type->name || !*type->name))
        type->name = debug_operand_string(lowering, node, TYPE_NAME);
}

uint32_t debug_type(Lowering *lowering, LLVMMetadataRef node)
{
    uint64_t *known = map_find(&lowering->type_ids, (uintptr_t)node);
    if (known)
        return (uint32_t)*known;
    Program *program = lowering->program;
    unsigned tag = LLVMGetDINodeTag(node);
    LLVMMetadataRef base;
    switch (tag) {
    case TAG_TYPEDEF:
    case TAG_CONST:
    case TAG_VOLATILE:
    case TAG_RESTRICT:
    case TAG_ATOMIC: {
        base = debug_operand(lowering, node, TYPE_BASE_TYPE);
        uint32_t id = base ? debug_type(lowering, base) : 0;
        *map_insert(&lowering->type_ids, (uintptr_t)node) = id;
        if (tag == TAG_TYPEDEF && id) {
            note_library_type(lowering, node, program->types.data[id].size);
            name_by_typedef(lowering, node, id);
        }
        return id;
    }
    default:
        break;
    }
    uint32_t id = program->types.count;
    Type type = {.name = debug_operand_string(lowering, node, TYPE_NAME), .size = LLVMDITypeGetSizeInBits(node) / 8};
    vector_push(&program->types, type);
    *map_insert(&lowering->type_ids, (uintptr_t)node) = id;
    switch (tag) {
    case TAG_BASE:
        program->types.data[id].kind = base_kind(type.name, type.size);
        break;
    case TAG_POINTER: {
        base = debug_operand(lowering, node, TYPE_BASE_TYPE);
        uint32_t element = base && LLVMGetDINodeTag(base) != TAG_SUBROUTINE ? debug_type(lowering, base) : 0;
        program->types.data[id].kind = TYPE_POINTER;
        program->types.data[id].element = element;
        break;
    }
    case TAG_STRUCTURE:
    case TAG_UNION:
        program->types.data[id].kind = tag == TAG_UNION ? TYPE_UNION : TYPE_STRUCT;
        fill_members(lowering, node, id);
        break;
    case TAG_ENUMERATION:
        program->types.data[id].kind = TYPE_ENUM;
        fill_enumerators(lowering, node, id);
        break;
    case TAG_ARRAY:
        fill_array(lowering, node, id);
        break;
    default:
        program->types.data[id].kind = TYPE_UNKNOWN;
        break;
    }
    return id;
}

static uint32_t variable_id(Lowering *lowering, LLVMMetadataRef node)
{
    uint64_t *known = map_find(&lowering->variable_ids, (uintptr_t)node);
    if (known)
        return (uint32_t)*known;
    LLVMMetadataRef type = debug_operand(lowering, node, VARIABLE_TYPE);
    Variable variable = {.name = debug_operand_string(lowering, node, VARIABLE_NAME),
                         .type = type ? debug_type(lowering, type) : 0};
    vector_push(&lowering->program->variables, variable);
    *map_insert(&lowering->variable_ids, (uintptr_t)node) = lowering->program->variables.count;
    return lowering->program->variables.count;
}

LLVMMetadataRef debug_global_node(LLVMValueRef global)
{
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    LLVMMetadataRef result = NULL;
    for (size_t i = 0; i < count && !result; i++) {
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i);
        if (LLVMGetMetadataKind(node) == LLVMDIGlobalVariableExpressionMetadataKind)
            result = LLVMDIGlobalVariableExpressionGetVariable(node);
    }
    LLVMDisposeValueMetadataEntries(entries);
    return result;
}

uint32_t debug_global_variable(Lowering *lowering, LLVMValueRef global)
{
    LLVMMetadataRef node = debug_global_node(global);
    return node ? variable_id(lowering, node) : 0;
}

LLVMValueRef debug_declared_local(LLVMContextRef context, LLVMValueRef call)
{
    LLVMMetadataRef address = LLVMValueAsMetadata(LLVMGetOperand(call, 0));
    if (LLVMGetMetadataKind(address) != LLVMLocalAsMetadataMetadataKind)
        return NULL;
    LLVMValueRef local = NULL, wrapped = LLVMMetadataAsValue(context, address);
    if (LLVMGetMDNodeNumOperands(wrapped) == 1)
        LLVMGetMDNodeOperands(wrapped, &local);
    return local;
}

void debug_collect_locals(Lowering *lowering, LLVMValueRef function, Map *variables)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef call = LLVMGetFirstInstruction(block); call; call = LLVMGetNextInstruction(call)) {
            LLVMValueRef local = LLVMIsADbgDeclareInst(call) ? debug_declared_local(lowering->context, call) : NULL;
            if (local)
                *map_insert(variables, (uintptr_t)local) =
                    variable_id(lowering, LLVMValueAsMetadata(LLVMGetOperand(call, 1)));
        }
    }
}
