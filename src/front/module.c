// Prepares a module for lowering: locals whose address does not escape move into registers (promote.c). Every local
// first gets an explicit arbitrary value (freeze undef), so that a read before the first write yields one consistent
// value in all its uses instead of an undef that differs from use to use. The variables of the library models that
// are no more than that begin as zero, which is no input: they are not read before they are written, although that is
// not seen in the code everywhere.
#include <string.h>

#include "front/lower.h"

enum { UNINITIALISED_LEAF_LIMIT = 64 };

bool local_has_first_value(LLVMValueRef local)
{
    LLVMTypeRef type = LLVMGetAllocatedType(local);
    LLVMValueRef count = LLVMGetOperand(local, 0);
    uint32_t words = type_unsupported(type) ? 0 : type_word_count(type);
    return words && words <= UNINITIALISED_LEAF_LIMIT && LLVMIsAConstantInt(count) &&
           LLVMConstIntGetZExtValue(count) == 1;
}

const char *module_value_name(LLVMValueRef value)
{
    size_t length;
    return LLVMGetValueName2(value, &length);
}

bool calls_named(LLVMValueRef value, const char *prefix)
{
    LLVMValueRef callee = LLVMIsACallInst(value) ? LLVMGetCalledValue(value) : NULL;
    return callee && LLVMIsAFunction(callee) && !strncmp(module_value_name(callee), prefix, strlen(prefix));
}

// Arbitrary ones under that name; NULL: zeros.
static void store_first_values(Lowering *lowering, LLVMBuilderRef builder, LLVMTypeRef type, LLVMValueRef address,
                               const char *name)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind) {
        unsigned count =
            kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : (unsigned)LLVMGetArrayLength2(type);
        LLVMTypeRef index_type = LLVMInt32TypeInContext(lowering->context);
        for (unsigned i = 0; i < count; i++) {
            LLVMValueRef indices[] = {LLVMConstInt(index_type, 0, 0), LLVMConstInt(index_type, i, 0)};
            LLVMValueRef part = LLVMBuildInBoundsGEP2(builder, type, address, indices, 2, "");
            store_first_values(
                lowering, builder,
                kind == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i) : LLVMGetElementType(type), part, name);
        }
        return;
    }
    if (!name) {
        LLVMBuildStore(builder, LLVMConstNull(type), address);
        return;
    }
    LLVMValueRef value = LLVMBuildFreeze(builder, LLVMGetUndef(type), "");
    *map_insert(&lowering->input_names, (uintptr_t)value) = program_add_string(lowering->program, name);
    LLVMValueRef store = LLVMBuildStore(builder, value, address);
    unsigned mark = LLVMGetMDKindIDInContext(lowering->context, "raddle.uninitialised", 20);
    LLVMMetadataRef shown = LLVMMDStringInContext2(lowering->context, name, strlen(name));
    LLVMSetMetadata(store, mark,
                    LLVMMetadataAsValue(lowering->context, LLVMMDNodeInContext2(lowering->context, &shown, 1)));
}

static bool is_only_variable(LLVMValueRef local)
{
    for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsALoadInst(user) && !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != local))
            return false;
    }
    return true;
}

static void initialise_locals(Lowering *lowering, LLVMModuleRef module, LLVMValueRef function, const Map *locals)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    LLVMValueRef first = LLVMGetFirstInstruction(entry);
    while (first && LLVMIsAAllocaInst(first))
        first = LLVMGetNextInstruction(first);
    if (!first)
        return;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(lowering->context);
    LLVMPositionBuilderBefore(builder, first);
    for (LLVMValueRef local = LLVMGetFirstInstruction(entry); LLVMIsAAllocaInst(local);
         local = LLVMGetNextInstruction(local)) {
        if (!local_has_first_value(local))
            continue;
        uint64_t *variable = map_find(locals, (uintptr_t)local);
        store_first_values(lowering, builder, LLVMGetAllocatedType(local), local,
                           module == lowering->models && is_only_variable(local) ? NULL
                           : variable ? lowering->program->variables.data[*variable - 1].name
                                      : module_value_name(local));
    }
    LLVMDisposeBuilder(builder);
}

// An input is named after the variable it is stored to.
static void name_inputs(Lowering *lowering, LLVMValueRef function, const Map *locals)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef call = LLVMGetFirstInstruction(block); call; call = LLVMGetNextInstruction(call)) {
            if (!LLVMIsACallInst(call) || !LLVMIsAFunction(LLVMGetCalledValue(call)) ||
                intrinsic_find(module_value_name(LLVMGetCalledValue(call))) != INTRINSIC_nondet)
                continue;
            LLVMValueRef value = call;
            LLVMUseRef use = LLVMGetFirstUse(value);
            while (use && !LLVMGetNextUse(use) && LLVMIsACastInst(LLVMGetUser(use))) {
                value = LLVMGetUser(use);
                use = LLVMGetFirstUse(value);
            }
            LLVMValueRef store = use ? LLVMGetUser(use) : NULL;
            if (!store || !LLVMIsAStoreInst(store) || LLVMGetOperand(store, 0) != value)
                continue;
            LLVMValueRef target = LLVMGetOperand(store, 1);
            uint64_t *variable = map_find(locals, (uintptr_t)target);
            const char *name = variable                        ? lowering->program->variables.data[*variable - 1].name
                               : LLVMIsAGlobalVariable(target) ? module_value_name(target)
                                                               : NULL;
            if (name)
                *map_insert(&lowering->input_names, (uintptr_t)call) = program_add_string(lowering->program, name);
        }
    }
}

void module_initialise_locals(Lowering *lowering, LLVMModuleRef module)
{
    LLVMSetIsNewDbgInfoFormat(module, 0);
    unsigned optnone = LLVMGetEnumAttributeKindForName("optnone", 7);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
        if (LLVMIsDeclaration(function))
            continue;
        LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, optnone);
        Map locals = {0};
        debug_collect_locals(lowering, function, &locals);
        name_inputs(lowering, function, &locals);
        module_type_blocks(lowering, function, &locals);
        initialise_locals(lowering, module, function, &locals);
        map_free(&locals);
    }
}

void module_prepare(Lowering *lowering, LLVMModuleRef module)
{
    if (module != lowering->models)
        module_insert_checks(lowering, module);
    module_initialise_locals(lowering, module);
    module_watch_returns(lowering, module);
    module_promote_locals(module, lowering->check_overflow);
    module_drop_sure_checks(module);
    module_join_checks(module);
}
