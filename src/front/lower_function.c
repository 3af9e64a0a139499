// One function of bitcode to flat register code: registers are assigned to all values first, blocks are emitted in
// order, phi nodes become parallel copies on the edges, loops get their bookkeeping instructions on the edges too.
#include "front/function_builder.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/memory.h"

// SROA calls a phi node after its variable: "i.0". What was loaded from a global is known by that.
static const char *name_of_value(FunctionBuilder *builder, LLVMValueRef value)
{
    size_t length;
    bool loads = LLVMIsALoadInst(value) && LLVMIsAGlobalVariable(LLVMGetOperand(value, 0));
    const char *name = LLVMGetValueName2(loads ? LLVMGetOperand(value, 0) : value, &length);
    if (!length || !(loads || LLVMIsAArgument(value) || LLVMIsAPHINode(value)))
        return NULL;
    Text text = {0};
    text_append(&text, loads ? "read_" : "");
    text_append_bytes(&text, name, strcspn(name, "."));
    const char *copy = arena_copy_string(&builder->lowering->program->arena, text_string(&text));
    text_free(&text);
    return copy;
}

static void name_registers(FunctionBuilder *builder, Function *function)
{
    function->register_names =
        arena_allocate(&builder->lowering->program->arena, (builder->register_count + 1) * sizeof(char *));
    for (LLVMValueRef value = LLVMGetFirstParam(builder->value); value; value = LLVMGetNextParam(value))
        function->register_names[*map_find(&builder->registers, (uintptr_t)value) - 1] = name_of_value(builder, value);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(builder->value); block; block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value)) {
            const uint64_t *first = map_find(&builder->registers, (uintptr_t)value);
            if (first)
                function->register_names[*first - 1] = name_of_value(builder, value);
        }
}

static void assign_registers(FunctionBuilder *builder, Function *function)
{
    uint32_t next = 0;
    for (LLVMValueRef parameter = LLVMGetFirstParam(builder->value); parameter;
         parameter = LLVMGetNextParam(parameter)) {
        *map_insert(&builder->registers, (uintptr_t)parameter) = next + 1;
        next += type_word_count(LLVMTypeOf(parameter));
    }
    function->parameter_count = next;
    function->parameter_kinds = arena_allocate(&builder->lowering->program->arena, next + 1);
    next = 0;
    for (LLVMValueRef parameter = LLVMGetFirstParam(builder->value); parameter;
         parameter = LLVMGetNextParam(parameter)) {
        uint32_t count = type_word_count(LLVMTypeOf(parameter));
        memcpy(function->parameter_kinds + next, type_word_kinds(builder->lowering, LLVMTypeOf(parameter)), count);
        next += count;
    }
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(builder->value); block; block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value)) {
            uint32_t words = type_word_count(LLVMTypeOf(value));
            // Users of an address at a constant offset compute it.
            if (pointer_has_constant_offset(value) || LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVoidTypeKind)
                continue;
            *map_insert(&builder->registers, (uintptr_t)value) = next + 1;
            next += builder_is_arbitrary(value) ? 2 * words : words;
        }
    builder->register_count = next;
    name_registers(builder, function);
}

static uint64_t edge_key(LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    return hash_mix((uintptr_t)from) ^ (uintptr_t)to;
}

static void add_loop(FunctionBuilder *builder, LLVMBasicBlockRef header, LLVMValueRef terminator)
{
    uint64_t *id = map_insert(&builder->loop_ids, (uintptr_t)header);
    // One of the ways back belongs to the statement; others are `continue`, or `goto` in a loop without a statement.
    uint32_t statement = debug_loop_position(builder->lowering, terminator);
    if (*id && statement)
        builder->loops.data[*id - 1].position = statement;
    if (*id)
        return;
    uint32_t position = statement ? statement : debug_position(builder->lowering, terminator);
    vector_push(&builder->loops, (Loop){.position = position});
    *id = builder->loops.count;
}

// Finds the back edges: edges to a block on the current path of a depth-first search (iterative: functions can be
// long).
static void find_loops(FunctionBuilder *builder)
{
    struct Visit {
        LLVMBasicBlockRef block;
        unsigned next;
    };
    VECTOR(struct Visit) path = {0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(builder->value);
    *map_insert(&builder->block_state, (uintptr_t)entry) = 1;
    vector_push(&path, (struct Visit){entry, 0});
    while (path.count) {
        struct Visit *visit = &vector_last(&path);
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(visit->block);
        if (visit->next == LLVMGetNumSuccessors(terminator)) {
            *map_insert(&builder->block_state, (uintptr_t)visit->block) = 2;
            path.count--;
            continue;
        }
        LLVMBasicBlockRef successor = LLVMGetSuccessor(terminator, visit->next++);
        uint64_t *state = map_insert(&builder->block_state, (uintptr_t)successor);
        if (*state == 1) {
            *map_insert(&builder->back_edges, edge_key(visit->block, successor)) = 1;
            add_loop(builder, successor, terminator);
        } else if (*state == 0) {
            *state = 1;
            vector_push(&path, (struct Visit){successor, 0});
        }
    }
    vector_free(&path);
}

static bool edge_needs_code(FunctionBuilder *builder, LLVMBasicBlockRef to)
{
    LLVMValueRef first = LLVMGetFirstInstruction(to);
    return (first && LLVMIsAPHINode(first)) || map_find(&builder->loop_ids, (uintptr_t)to);
}

typedef struct Copy {
    uint32_t destination;
    uint32_t source;
    LLVMValueRef constant; // or NULL
} Copy;

static LLVMValueRef incoming_value(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

static void emit_phi_copies(FunctionBuilder *builder, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    VECTOR(Copy) copies = {0};
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef source = incoming_value(phi, from);
        uint32_t destination = builder_result(builder, phi);
        if (!source || type_unsupported(LLVMTypeOf(phi)))
            continue;
        if (LLVMIsConstant(source)) {
            vector_push(&copies, (Copy){.destination = destination, .constant = source});
            continue;
        }
        uint32_t first = builder_value(builder, source), words = type_word_count(LLVMTypeOf(phi));
        for (uint32_t i = 0; i < words; i++)
            if (destination + i != first + i)
                vector_push(&copies, (Copy){.destination = destination + i, .source = first + i});
    }
    bool conflict = false;
    for (uint32_t i = 0; i < copies.count; i++)
        for (uint32_t j = 0; j < copies.count; j++)
            conflict |= i != j && !copies.data[j].constant && copies.data[i].destination == copies.data[j].source;
    if (conflict)
        for (uint32_t i = 0; i < copies.count; i++)
            if (!copies.data[i].constant) {
                uint32_t temporary = builder_temporary(builder, 1);
                builder_emit(
                    builder,
                    (Instruction){.opcode = OP_move, .width = 64, .dst = temporary, .a = copies.data[i].source});
                copies.data[i].source = temporary;
            }
    for (uint32_t i = 0; i < copies.count; i++) {
        uint32_t next = copies.data[i].destination;
        if (copies.data[i].constant)
            builder_put_constant(builder, copies.data[i].constant, &next);
        else
            builder_emit(builder,
                         (Instruction){.opcode = OP_move, .width = 64, .dst = next, .a = copies.data[i].source});
    }
    vector_free(&copies);
}

// Where a block leads that does nothing when it is entered from `from`, or NULL. At the end of a scope clang lets all
// ways out meet and part again by a number that each of them sets.
static LLVMBasicBlockRef forwarding_target(FunctionBuilder *builder, LLVMBasicBlockRef from, LLVMBasicBlockRef block)
{
    LLVMValueRef instruction = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(instruction) || (LLVMIsACallInst(instruction) && lower_ignores_call(builder, instruction)))
        instruction = LLVMGetNextInstruction(instruction);
    LLVMValueRef number = LLVMIsASwitchInst(instruction) ? LLVMGetOperand(instruction, 0) : NULL;
    if (!number || !LLVMIsAPHINode(number) || LLVMGetInstructionParent(number) != block)
        return NULL;
    LLVMValueRef value = incoming_value(number, from);
    if (!value || !LLVMIsAConstantInt(value))
        return NULL;
    for (unsigned i = 1; i < LLVMGetNumSuccessors(instruction); i++)
        if (LLVMGetOperand(instruction, 2 * i) == value)
            return LLVMGetSuccessor(instruction, i);
    return LLVMGetSwitchDefaultDest(instruction);
}

// Whether the value is the phi node and a constant other than 0: another one for certain.
static bool is_stepped(LLVMValueRef phi, LLVMValueRef value)
{
    if (LLVMIsABinaryOperator(value) &&
        (LLVMGetInstructionOpcode(value) == LLVMAdd || LLVMGetInstructionOpcode(value) == LLVMSub)) {
        LLVMValueRef by = LLVMGetOperand(value, 1);
        return LLVMGetOperand(value, 0) == phi && LLVMIsAConstantInt(by) && !LLVMIsNull(by);
    }
    return false;
}

// Whether the loop counts: no round of it leaves everything as it was.
static bool edge_counts(LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef next = incoming_value(phi, from);
        if (next && is_stepped(phi, next))
            return true;
    }
    return false;
}

static void emit_edge(FunctionBuilder *builder, LLVMBasicBlockRef from, LLVMBasicBlockRef to, uint32_t depth)
{
    enum { FORWARDING_LIMIT = 4 };
    emit_phi_copies(builder, from, to);
    uint64_t *loop = map_find(&builder->loop_ids, (uintptr_t)to);
    if (loop) {
        uint32_t id = (uint32_t)*loop - 1;
        bool back = map_find(&builder->back_edges, edge_key(from, to)) != NULL;
        builder_emit(builder, (Instruction){.opcode = back ? OP_loop_back : OP_loop_enter,
                                            .flags = back && edge_counts(from, to) ? FLAG_COUNTS : 0,
                                            .imm = id});
    }
    bool whole = loop || depth == FORWARDING_LIMIT || builder->covers;
    LLVMBasicBlockRef next = whole ? NULL : forwarding_target(builder, from, to);
    if (next) {
        emit_edge(builder, to, next, depth + 1);
        return;
    }
    uint32_t jump = builder_emit(builder, (Instruction){.opcode = OP_jump});
    vector_push(&builder->fixups, (Fixup){jump, FIXUP_IMM, 0, to});
}

// Counts the visits of a block, or of a way of the last branch.
static void emit_point(FunctionBuilder *builder, bool is_way, uint32_t way)
{
    Program *program = builder->lowering->program;
    CoverPoint point = {.function = builder->id, .instruction = builder->code.count};
    if (is_way) {
        point.branch = builder->lowering->branches;
        point.way = way;
        point.position = builder->position;
    }
    builder_emit(builder, (Instruction){.opcode = OP_mark, .imm = MARK_COVERED + program->cover.count});
    vector_push(&program->cover, point);
}

static void branch_to(FunctionBuilder *builder, Fixup fixup, bool is_counted)
{
    Stub stub = {fixup, builder->covers && is_counted, builder->stubs.count};
    if (edge_needs_code(builder, fixup.block) || stub.is_counted)
        vector_push(&builder->stubs, stub);
    else
        vector_push(&builder->fixups, fixup);
}

static void patch(FunctionBuilder *builder, Fixup fixup, uint32_t target)
{
    Instruction *instruction = &builder->code.data[fixup.instruction];
    switch (fixup.field) {
    case FIXUP_B:
        instruction->b = target;
        break;
    case FIXUP_IMM:
        instruction->imm = target;
        break;
    case FIXUP_SWITCH_DEFAULT:
        builder->switches.data[instruction->imm].default_target = target;
        break;
    case FIXUP_SWITCH_CASE:
        builder->switches.data[instruction->imm].cases[fixup.index].target = target;
        break;
    }
}

static int compare_cases(const void *left, const void *right)
{
    uint64_t a = ((const SwitchCase *)left)->value, b = ((const SwitchCase *)right)->value;
    return a < b ? -1 : a > b;
}

static void lower_switch(FunctionBuilder *builder, LLVMValueRef terminator)
{
    uint32_t condition = builder_value(builder, LLVMGetOperand(terminator, 0));
    uint32_t count = LLVMGetNumSuccessors(terminator) - 1;
    SwitchTable table = {.case_count = count,
                         .cases = arena_allocate(&builder->lowering->program->arena, count * sizeof *table.cases)};
    for (uint32_t i = 0; i < count; i++) // `target` holds the successor until the cases are sorted
        table.cases[i] = (SwitchCase){LLVMConstIntGetZExtValue(LLVMGetOperand(terminator, 2 + 2 * i)), i + 1};
    qsort(table.cases, count, sizeof *table.cases, compare_cases);
    vector_push(&builder->switches, table);
    uint32_t at =
        builder_emit(builder, (Instruction){.opcode = OP_switch, .a = condition, .imm = builder->switches.count - 1});
    builder->lowering->branches++;
    branch_to(builder, (Fixup){at, FIXUP_SWITCH_DEFAULT, 0, LLVMGetSwitchDefaultDest(terminator)}, true);
    for (uint32_t i = 0; i < count; i++)
        branch_to(builder, (Fixup){at, FIXUP_SWITCH_CASE, i, LLVMGetSuccessor(terminator, table.cases[i].target)},
                  true);
}

static void lower_return(FunctionBuilder *builder, LLVMValueRef terminator)
{
    OperandList list = {0};
    if (LLVMGetNumOperands(terminator)) {
        LLVMValueRef value = LLVMGetOperand(terminator, 0);
        uint32_t first = builder_value(builder, value);
        list.count = type_word_count(LLVMTypeOf(value));
        list.registers = arena_allocate(&builder->lowering->program->arena, list.count * sizeof *list.registers);
        for (uint32_t i = 0; i < list.count; i++)
            list.registers[i] = first + i;
    }
    vector_push(&builder->lists, list);
    builder_emit(builder, (Instruction){.opcode = OP_return, .b = builder->lists.count - 1});
}

// A computed goto: its edges cannot carry code of their own, so phi copies for all targets run before the jump. Values
// copied for a target that is not taken are dead there.
static void lower_indirect_jump(FunctionBuilder *builder, LLVMValueRef terminator)
{
    uint32_t address = builder_value(builder, LLVMGetOperand(terminator, 0));
    for (unsigned i = 0; i < LLVMGetNumSuccessors(terminator); i++) {
        LLVMBasicBlockRef target = LLVMGetSuccessor(terminator, i);
        LLVMValueRef first = LLVMGetFirstInstruction(target);
        if (first && LLVMIsAPHINode(first)) {
            // A phi register read by another target's copy would be overwritten too early.
            if (LLVMGetNumSuccessors(terminator) > 1 && i > 0)
                for (LLVMValueRef phi = first; phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
                    LLVMValueRef source = incoming_value(phi, builder->block);
                    if (source && LLVMIsAPHINode(source) && source != phi) {
                        builder_unsupported(builder, "a computed goto between loops that share variables");
                        break;
                    }
                }
            emit_phi_copies(builder, builder->block, target);
        }
        symbol_label(builder->lowering, target, builder->value);
    }
    builder_emit(builder, (Instruction){.opcode = OP_jump_indirect, .a = address});
}

// Whether an assertion fails in the block: the branch that leads there decides it.
static bool leads_to_failure(LLVMBasicBlockRef block)
{
    for (LLVMValueRef value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value))
        if (LLVMIsACallInst(value) && LLVMIsAFunction(LLVMGetCalledValue(value)) &&
            intrinsic_fails_assertion(intrinsic_find(module_value_name(LLVMGetCalledValue(value)))))
            return true;
    return false;
}

static bool are_together(FunctionBuilder *builder, LLVMValueRef a, LLVMValueRef b)
{
    uint32_t first = debug_position(builder->lowering, a), second = debug_position(builder->lowering, b);
    const Position *positions = builder->lowering->program->positions.data; // which may have moved
    const Position *one = &positions[first], *other = &positions[second];
    return one->line && one->file == other->file && one->line == other->line && one->column == other->column;
}

// Whether a conditional branch decides an assertion, by itself or as one part of its condition: what a macro expands to is all
// in one place.
static bool decides_assertion(FunctionBuilder *builder, LLVMValueRef branch, uint32_t *parts)
{
    enum { MOST_PARTS = 50 };
    for (unsigned i = 0; i < 2 && *parts < MOST_PARTS; i++) {
        ++*parts;
        LLVMBasicBlockRef block = LLVMGetSuccessor(branch, i);
        LLVMValueRef next = LLVMGetBasicBlockTerminator(block);
        bool goes_on = LLVMIsABranchInst(next) && LLVMIsConditional(next) && are_together(builder, branch, next);
        if (leads_to_failure(block) || (goes_on && decides_assertion(builder, next, parts)))
            return true;
    }
    return false;
}

static void lower_terminator(FunctionBuilder *builder, LLVMValueRef terminator)
{
    uint32_t at;
    bool is_assertion;
    switch (LLVMGetInstructionOpcode(terminator)) {
    case LLVMBr:
        if (!LLVMIsConditional(terminator)) {
            emit_edge(builder, builder->block, LLVMGetSuccessor(terminator, 0), 0);
            break;
        }
        is_assertion = decides_assertion(builder, terminator, &(uint32_t){0});
        if (is_assertion)
            builder_emit(builder, (Instruction){.opcode = OP_mark, .imm = MARK_ASSERTION});
        at = builder_value(builder, LLVMGetCondition(terminator));
        at = builder_emit(builder, (Instruction){.opcode = OP_branch, .width = 1, .a = at});
        builder->lowering->branches++;
        branch_to(builder, (Fixup){at, FIXUP_B, 0, LLVMGetSuccessor(terminator, 0)}, !is_assertion);
        branch_to(builder, (Fixup){at, FIXUP_IMM, 0, LLVMGetSuccessor(terminator, 1)}, !is_assertion);
        break;
    case LLVMSwitch:
        if (type_wide_width(LLVMTypeOf(LLVMGetOperand(terminator, 0))))
            builder_unsupported(builder, "a switch on an integer wider than 64 bits");
        else
            lower_switch(builder, terminator);
        break;
    case LLVMIndirectBr:
        lower_indirect_jump(builder, terminator);
        break;
    case LLVMRet:
        if (LLVMGetNumOperands(terminator) && type_unsupported(LLVMTypeOf(LLVMGetOperand(terminator, 0))))
            builder_unsupported(builder, type_unsupported(LLVMTypeOf(LLVMGetOperand(terminator, 0))));
        else
            lower_return(builder, terminator);
        break;
    case LLVMUnreachable:
        builder_emit(builder, (Instruction){.opcode = OP_unreachable});
        break;
    default:
        builder_unsupported(builder, "this kind of control transfer");
        break;
    }
    for (uint32_t i = 0; i < builder->stubs.count; i++) {
        Fixup fixup = builder->stubs.data[i].fixup;
        patch(builder, fixup, builder->code.count);
        if (builder->stubs.data[i].is_counted)
            emit_point(builder, true, builder->stubs.data[i].way);
        emit_edge(builder, builder->block, fixup.block, 0);
    }
    builder->stubs.count = 0;
}

static void lower_block(FunctionBuilder *builder, LLVMBasicBlockRef block)
{
    builder->block = block;
    uint32_t start = builder->code.count;
    bool first = true;
    *map_insert(&builder->blocks, (uintptr_t)block) = start + 1;
    if (!strncmp(LLVMGetBasicBlockName(block), "__CPROVER_ASYNC_", 16))
        builder_unsupported(builder, "a thread that a label starts (__CPROVER_ASYNC)");
    for (LLVMValueRef value = LLVMGetFirstInstruction(block); value; value = LLVMGetNextInstruction(value)) {
        if (LLVMIsAPHINode(value))
            continue;
        uint32_t position = debug_position(builder->lowering, value);
        if (position)
            builder->position = position;
        if (first && builder->covers)
            emit_point(builder, false, 0);
        first = false;
        builder->next_temporary = builder->first_temporary;
        if (LLVMIsATerminatorInst(value))
            lower_terminator(builder, value);
        else
            lower_instruction(builder, value);
    }
    vector_push(&builder->block_list, (Block){start, builder->code.count});
}

// A by-value parameter arrives as the address of the caller's object; the callee works on a copy.
static void copy_by_value_parameters(FunctionBuilder *builder)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    for (unsigned i = 0; i < LLVMCountParams(builder->value); i++) {
        LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(builder->value, i + 1, kind);
        if (!attribute)
            continue;
        uint32_t parameter = builder_result(builder, LLVMGetParam(builder->value, i));
        uint64_t size = LLVMABISizeOfType(builder->lowering->data, LLVMGetTypeAttributeValue(attribute));
        builder->next_temporary = builder->first_temporary;
        uint32_t copy = builder_temporary(builder, 1), length = builder_constant(builder, size);
        builder_emit(builder, (Instruction){.opcode = OP_alloca, .flags = FLAG_STATIC, .dst = copy, .imm = size});
        builder_copy(builder, copy, parameter, length, 0);
        builder_emit(builder, (Instruction){.opcode = OP_move, .width = 64, .dst = parameter, .a = copy});
    }
}

static void resolve_targets(FunctionBuilder *builder)
{
    for (uint32_t i = 0; i < builder->fixups.count; i++) {
        uint64_t *start = map_find(&builder->blocks, (uintptr_t)builder->fixups.data[i].block);
        CHECK(start != NULL);
        patch(builder, builder->fixups.data[i], (uint32_t)*start - 1);
    }
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(builder->value); block;
         block = LLVMGetNextBasicBlock(block)) {
        uint64_t *start = map_find(&builder->blocks, (uintptr_t)block);
        uint64_t *loop = map_find(&builder->loop_ids, (uintptr_t)block);
        if (loop)
            builder->loops.data[*loop - 1].header = (uint32_t)*start - 1;
        // The label may be met before the function is lowered or after: remember where every block starts.
        uint64_t *label = map_find(&builder->lowering->label_ids, (uintptr_t)block);
        if (label)
            builder->lowering->program->labels.data[*label - 1].target = (uint32_t)*start - 1;
    }
}

#define STORE_VECTOR(field, vector)                                                                                \
    (function->field = arena_copy(arena, builder.vector.data, builder.vector.count * sizeof *builder.vector.data), \
     vector_free(&builder.vector))

void lower_function_body(Lowering *lowering, uint32_t id, LLVMValueRef value)
{
    FunctionBuilder builder = {
        .lowering = lowering, .value = value, .id = id, .is_jumped_into = function_is_jumped_into(value)};
    builder.covers = lowering->coverage && LLVMGetGlobalParent(value) == lowering->module && LLVMGetSubprogram(value);
    Function frame = {0};
    // Every address-taken label must exist before its block is placed.
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(value); block; block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
        if (LLVMIsAIndirectBrInst(terminator))
            for (unsigned i = 0; i < LLVMGetNumSuccessors(terminator); i++)
                symbol_label(lowering, LLVMGetSuccessor(terminator, i), value);
    }
    debug_collect_locals(lowering, value, &builder.locals);
    assign_registers(&builder, &frame);
    find_loops(&builder);
    builder.first_temporary = builder.next_temporary = builder.register_count;
    copy_by_value_parameters(&builder);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(value); block; block = LLVMGetNextBasicBlock(block))
        lower_block(&builder, block);
    resolve_targets(&builder);

    uint32_t position = debug_function_position(lowering, value);
    Function *function = &lowering->program->functions.data[id];
    Arena *arena = &lowering->program->arena;
    function->parameter_count = frame.parameter_count;
    function->parameter_kinds = frame.parameter_kinds;
    function->register_names = frame.register_names;
    function->result_kinds = type_word_kinds(lowering, LLVMGetReturnType(LLVMGlobalGetValueType(value)));
    function->register_count = builder.register_count + 1;
    function->first_temporary = builder.first_temporary;
    function->result_count = type_word_count(LLVMGetReturnType(LLVMGlobalGetValueType(value)));
    function->instruction_count = builder.code.count;
    function->block_count = builder.block_list.count;
    function->call_count = builder.calls.count;
    function->list_count = builder.lists.count;
    function->switch_count = builder.switches.count;
    function->loop_count = builder.loops.count;
    function->position = position;
    STORE_VECTOR(instructions, code);
    STORE_VECTOR(positions, positions);
    STORE_VECTOR(blocks, block_list);
    STORE_VECTOR(calls, calls);
    STORE_VECTOR(lists, lists);
    STORE_VECTOR(switches, switches);
    STORE_VECTOR(loops, loops);
    vector_free(&builder.fixups);
    vector_free(&builder.stubs);
    map_free(&builder.registers);
    map_free(&builder.blocks);
    map_free(&builder.locals);
    map_free(&builder.block_state);
    map_free(&builder.back_edges);
    map_free(&builder.loop_ids);
}
