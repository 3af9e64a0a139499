// The types of allocated blocks, for their names only: of a block whose address is stored where the source has a
// pointer to some type, the elements are of that type.
#include <string.h>

#include "front/lower.h"

typedef struct Typing {
    Lowering *lowering;
    const Map *locals; // alloca -> Variable id + 1
} Typing;

static const Type *type_of(const Typing *typing, uint32_t id)
{
    return &typing->lowering->program->types.data[id];
}

static uint32_t pointed_type(const Typing *typing, uint32_t id)
{
    return type_of(typing, id)->kind == TYPE_POINTER ? type_of(typing, id)->element : 0;
}

// The type of the member that begins there.
static uint32_t member_type(const Typing *typing, uint32_t id, uint64_t offset)
{
    const Type *type = type_of(typing, id);
    for (uint32_t i = 0; i < type->member_count; i++)
        if (type->members[i].offset == offset && type->kind == TYPE_STRUCT)
            return type->members[i].type;
    return 0;
}

static uint32_t stored_type(const Typing *typing, LLVMValueRef address);

// Through the members and elements that the indices name; the first index leads from one to the next of the same type.
static uint32_t part_type(const Typing *typing, LLVMValueRef address)
{
    uint32_t id = stored_type(typing, LLVMGetOperand(address, 0));
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    for (int i = 2; i < LLVMGetNumOperands(address) && id; i++) {
        LLVMValueRef index = LLVMGetOperand(address, (unsigned)i);
        if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
            id = type_of(typing, id)->kind == TYPE_ARRAY ? type_of(typing, id)->element : 0;
            type = LLVMGetElementType(type);
        } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMIsAConstantInt(index)) {
            unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
            id = member_type(typing, id, LLVMOffsetOfElement(typing->lowering->data, type, member));
            type = LLVMStructGetTypeAtIndex(type, member);
        } else {
            return 0;
        }
    }
    return id;
}

// The type, in the source, of what lies at the address; 0 if that is not known.
static uint32_t stored_type(const Typing *typing, LLVMValueRef address)
{
    const Program *program = typing->lowering->program;
    uint64_t *local = map_find(typing->locals, (uintptr_t)address);
    if (local)
        return program->variables.data[*local - 1].type;
    if (LLVMIsAGlobalVariable(address)) {
        uint32_t variable = debug_global_variable(typing->lowering, address);
        return variable ? program->variables.data[variable - 1].type : 0;
    }
    if (LLVMIsALoadInst(address))
        return pointed_type(typing, stored_type(typing, LLVMGetOperand(address, 0)));
    return LLVMIsAGetElementPtrInst(address) ? part_type(typing, address) : 0;
}

static bool allocates(LLVMValueRef instruction)
{
    static const char *const names[] = {"malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "memalign"};
    if (!LLVMIsACallInst(instruction) || !LLVMIsAFunction(LLVMGetCalledValue(instruction)))
        return false;
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(module_value_name(LLVMGetCalledValue(instruction)), names[i]))
            return true;
    return false;
}

static void note_block(const Typing *typing, LLVMValueRef call)
{
    for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef store = LLVMGetUser(use);
        if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 0) != call)
            continue;
        uint32_t type = pointed_type(typing, stored_type(typing, LLVMGetOperand(store, 1)));
        uint32_t position = debug_position(typing->lowering, call);
        if (type && type_of(typing, type)->size)
            typing->lowering->program->positions.data[position].block_type = type;
    }
}

void module_type_blocks(Lowering *lowering, LLVMValueRef function, const Map *locals)
{
    Typing typing = {lowering, locals};
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef call = LLVMGetFirstInstruction(block); call; call = LLVMGetNextInstruction(call))
            if (allocates(call))
                note_block(&typing, call);
}
