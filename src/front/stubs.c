// Stubs, as C text, of the functions that a program may call and that have neither a body nor a model: with the types that
// debug information knows, or else LLVM's, and an arbitrary result. Who edits them says what the functions do.
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "front/debug_info.h"

// The type behind names and qualifiers.
static LLVMMetadataRef plain_type(Lowering *lowering, LLVMMetadataRef type)
{
    while (type) {
        unsigned tag = LLVMGetDINodeTag(type);
        if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE && tag != TAG_RESTRICT)
            return type;
        type = debug_operand(lowering, type, TYPE_BASE_TYPE);
    }
    return NULL;
}

static bool is_constant(Lowering *lowering, LLVMMetadataRef type)
{
    while (type && LLVMGetDINodeTag(type) == TAG_TYPEDEF)
        type = debug_operand(lowering, type, TYPE_BASE_TYPE);
    return type && LLVMGetDINodeTag(type) == TAG_CONST;
}

// --- Types

// Integers and floating numbers, with the function that returns any of them: ROW(name in C, what nondet calls it).
#define NUMBER_TABLE(ROW)                  \
    ROW("_Bool", "bool")                   \
    ROW("char", "char")                    \
    ROW("signed char", "schar")            \
    ROW("unsigned char", "uchar")          \
    ROW("short", "short")                  \
    ROW("unsigned short", "ushort")        \
    ROW("int", "int")                      \
    ROW("unsigned int", "uint")            \
    ROW("long", "long")                    \
    ROW("unsigned long", "ulong")          \
    ROW("long long", "longlong")           \
    ROW("unsigned long long", "ulonglong") \
    ROW("__int128", "int128")              \
    ROW("unsigned __int128", "uint128")    \
    ROW("float", "float")                  \
    ROW("double", "double")

static const char *find_nondet(const char *type)
{
#define NONDET_ROW(name, nondet) \
    if (!strcmp(type, name))     \
        return nondet;
    NUMBER_TABLE(NONDET_ROW)
#undef NONDET_ROW
    return "pointer";
}

static const char *find_number(Lowering *lowering, LLVMMetadataRef type)
{
    LLVMMetadataRef string =
        type && LLVMGetDINodeTag(type) == TAG_BASE ? debug_operand(lowering, type, TYPE_NAME) : NULL;
    unsigned length;
    const char *text = string ? LLVMGetMDString(LLVMMetadataAsValue(lowering->context, string), &length) : NULL;
#define NUMBER_ROW(name, nondet)                                       \
    if (text && length == strlen(name) && !memcmp(text, name, length)) \
        return name;
    NUMBER_TABLE(NUMBER_ROW)
#undef NUMBER_ROW
    return NULL;
}

// By width alone. NULL: C has none.
static const char *number_of_width(const Lowering *lowering, unsigned width)
{
    switch (width) {
    case 1:
        return "_Bool";
    case 8:
        return "char";
    case 16:
        return "short";
    case 32:
        return "int";
    case 64:
        return lowering->program->layout.pointer_bits == 64 ? "long" : "long long";
    case 128:
        return "__int128";
    default:
        return NULL;
    }
}

// What a pointer is written as: of characters, or of anything.
static const char *pointer_name(Lowering *lowering, LLVMMetadataRef type)
{
    LLVMMetadataRef target =
        type && LLVMGetDINodeTag(type) == TAG_POINTER ? debug_operand(lowering, type, TYPE_BASE_TYPE) : NULL;
    const char *number = find_number(lowering, plain_type(lowering, target));
    bool constant = is_constant(lowering, target), text = number && !strcmp(number, "char");
    return text ? constant ? "const char *" : "char *" : constant ? "const void *" : "void *";
}

// NULL: it cannot be said by a name alone.
static const char *type_name(Lowering *lowering, LLVMTypeRef type, LLVMMetadataRef known)
{
    known = plain_type(lowering, known);
    if (known && (LLVMGetDINodeTag(known) == TAG_STRUCTURE || LLVMGetDINodeTag(known) == TAG_UNION))
        return NULL;
    const char *number = find_number(lowering, known);
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind:
        return "void";
    case LLVMFloatTypeKind:
        return "float";
    case LLVMDoubleTypeKind:
        return "double";
    case LLVMPointerTypeKind:
        return pointer_name(lowering, known);
    case LLVMIntegerTypeKind:
        if (number && LLVMDITypeGetSizeInBits(known) == (LLVMGetIntTypeWidth(type) + 7) / 8 * 8)
            return number;
        return number_of_width(lowering, LLVMGetIntTypeWidth(type));
    default:
        return NULL;
    }
}

// --- Functions

typedef struct Prototype {
    LLVMValueRef function;
    LLVMTypeRef type;
    LLVMMetadataRef elements; // of its type: result and parameters; NULL: not known
} Prototype;

// Debug information of a function that passes structures has other parameters than LLVM's function.
static Prototype find_prototype(Lowering *lowering, LLVMValueRef function)
{
    Prototype prototype = {.function = function, .type = LLVMGlobalGetValueType(function)};
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    LLVMMetadataRef type = debug_operand(lowering, subprogram, SUBPROGRAM_TYPE);
    LLVMMetadataRef elements = debug_operand(lowering, type, SUBROUTINE_TYPES);
    unsigned count = elements ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(lowering->context, elements)) : 0;
    unsigned expected = LLVMCountParamTypes(prototype.type) + 1 + (LLVMIsFunctionVarArg(prototype.type) ? 1 : 0);
    prototype.elements = count == expected ? elements : NULL;
    return prototype;
}

static bool passes_structure(LLVMValueRef function)
{
    static const char *const names[] = {"byval", "sret"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (unsigned j = 1; j <= LLVMCountParams(function); j++)
            if (LLVMGetEnumAttributeAtIndex(function, j, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]))))
                return true;
    return false;
}

static const char *part_name(Lowering *lowering, const Prototype *prototype, LLVMTypeRef type, unsigned index)
{
    return type_name(lowering, type, prototype->elements ? debug_operand(lowering, prototype->elements, index) : NULL);
}

static bool append_parameters(Lowering *lowering, const Prototype *prototype, Text *out)
{
    unsigned index = 0;
    for (LLVMValueRef parameter = LLVMGetFirstParam(prototype->function); parameter;
         parameter = LLVMGetNextParam(parameter)) {
        const char *name = part_name(lowering, prototype, LLVMTypeOf(parameter), ++index);
        if (!name)
            return false;
        text_format(out, "%s%s%sargument%u", index > 1 ? ", " : "", name, name[strlen(name) - 1] == '*' ? "" : " ",
                    index);
    }
    bool variadic = LLVMIsFunctionVarArg(prototype->type);
    if (variadic && index)
        text_append(out, ", ...");
    else if (!index && !variadic)
        text_append(out, "void");
    return true;
}

static void append_body(LLVMValueRef function, const char *result, Text *out)
{
    unsigned noreturn = LLVMGetEnumAttributeKindForName("noreturn", 8);
    if (LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, noreturn)) {
        text_append(out, "    extern void exit(int status);\n    exit(1);\n");
    } else if (strcmp(result, "void")) {
        const char *nondet = find_nondet(result);
        const char *type = strcmp(nondet, "pointer") ? result : "void *";
        text_format(out, "    extern %s%s__VERIFIER_nondet_%s(void);\n    return __VERIFIER_nondet_%s();\n", type,
                    type[strlen(type) - 1] == '*' ? "" : " ", nondet, nondet);
    }
}

static bool append_stub(Lowering *lowering, LLVMValueRef function, Text *out)
{
    Prototype prototype = find_prototype(lowering, function);
    const char *result = part_name(lowering, &prototype, LLVMGetReturnType(prototype.type), 0);
    if (!result || passes_structure(function))
        return false;
    text_format(out, "%s%s%s(", result, result[strlen(result) - 1] == '*' ? "" : " ", module_value_name(function));
    if (!append_parameters(lowering, &prototype, out))
        return false;
    text_append(out, ")\n{\n");
    append_body(function, result, out);
    text_append(out, "}\n");
    return true;
}

static void append_place(const Program *program, uint32_t id, Text *out)
{
    uint32_t position;
    if (!program_find_call(program, id, &position))
        return;
    const Position *place = &program->positions.data[position];
    if (place->line) // else the program does not say from which file it is
        text_format(out, "// called at %s:%u\n", program->files.data[place->file], place->line);
}

void stubs_write(Lowering *lowering)
{
    Program *program = lowering->program;
    Text all = {0};
    for (uint32_t i = 0; i < program->functions.count; i++) {
        LLVMValueRef function = program_lacks_function(program, i)
                                    ? LLVMGetNamedFunction(lowering->module, program->functions.data[i].name)
                                    : NULL;
        Text stub = {0};
        if (!function)
            continue;
        text_append(&all, "\n");
        append_place(program, i, &all);
        if (append_stub(lowering, function, &stub))
            text_append(&all, text_string(&stub));
        else
            text_format(&all, "// %s, to be written by hand: it passes or returns a structure\n",
                        module_value_name(function));
        text_free(&stub);
    }
    program->stubs = arena_copy_string(&program->arena, all.length ? text_string(&all) : "");
    text_free(&all);
}
