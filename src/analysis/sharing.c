// Which globals can be left out of the interleaving. A global whose address only ever serves to access it directly (it
// is never stored, passed or returned) is used exactly by the functions that name it; if none of these can run in a
// created thread, or none writes, no thread can notice when another accesses it.
//
// Functions that a created thread can run: those whose address is taken anywhere, and what they call.
#include <stdlib.h>
#include <string.h>

#include "analysis/facts.h"
#include "base/memory.h"
#include "ir/operands.h"

enum { ROUND_LIMIT = 64 };

typedef struct Analysis {
    const Program *program;
    bool *in_threads; // by function: a created thread may run it
    // By global:
    bool *escapes;
    bool *written;
    bool *used_in_threads;
    uint32_t *by_slot; // global id + 1 that occupies each slot of the global region
    uint64_t slot_count;
} Analysis;

static void map_slots(Analysis *analysis)
{
    const Program *program = analysis->program;
    uint64_t base = layout_region_base(&program->layout, REGION_GLOBAL);
    uint32_t bits = program->layout.slot_bits;
    for (uint32_t i = 0; i < program->globals.count; i++) {
        const Global *global = &program->globals.data[i];
        uint64_t end = global->address ? ((global->address - base + global->size) >> bits) + 1 : 0;
        if (end > analysis->slot_count)
            analysis->slot_count = end;
    }
    analysis->by_slot = memory_allocate_zeroed(analysis->slot_count * sizeof *analysis->by_slot);
    for (uint32_t i = 0; i < program->globals.count; i++) {
        const Global *global = &program->globals.data[i];
        for (uint64_t offset = 0; global->address && offset <= global->size; offset += UINT64_C(1) << bits)
            analysis->by_slot[(global->address - base + offset) >> bits] = i + 1;
    }
}

// Global id + 1 if the word is an address of a global, else 0.
static uint32_t global_at(const Analysis *analysis, uint64_t word)
{
    uint64_t base = layout_region_base(&analysis->program->layout, REGION_GLOBAL);
    uint64_t slot = word >= base ? (word - base) >> analysis->program->layout.slot_bits : UINT64_MAX;
    return slot < analysis->slot_count ? analysis->by_slot[slot] : 0;
}

static void escape(Analysis *analysis, uint32_t global)
{
    if (global)
        analysis->escapes[global - 1] = true;
}

static void access_global(Analysis *analysis, uint32_t function, uint32_t global, bool write)
{
    if (!global)
        return;
    analysis->written[global - 1] |= write;
    analysis->used_in_threads[global - 1] |= analysis->in_threads[function];
}

static void take_address(Analysis *analysis, uint64_t word)
{
    const Function *function = program_function_at(analysis->program, word);
    if (function)
        analysis->in_threads[function - analysis->program->functions.data] = true;
}

static void find_thread_functions(Analysis *analysis)
{
    const Program *program = analysis->program;
    uint32_t word = program->layout.pointer_bits / 8;
    for (uint32_t i = 0; i < program->globals.count; i++) {
        const Global *global = &program->globals.data[i];
        for (uint64_t offset = 0; global->bytes && offset + word <= global->size;
             offset++) { // packed structures hold them anywhere
            uint64_t value = 0;
            memcpy(&value, global->bytes + offset, word);
            take_address(analysis, value);
            escape(analysis, global_at(analysis, value));
        }
    }
    for (uint32_t i = 0; i < program->functions.count; i++)
        for (uint32_t j = 0; j < program->functions.data[i].instruction_count; j++)
            if (program->functions.data[i].instructions[j].opcode != OP_call)
                take_address(analysis, program->functions.data[i].instructions[j].imm);
    if (program->thread_main_function != NO_FUNCTION)
        analysis->in_threads[program->thread_main_function] = true;
    if (program_has_interrupts(program))
        analysis->in_threads[program->interrupt_function] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < program->functions.count; i++) {
            const Function *function = &program->functions.data[i];
            for (uint32_t j = 0; analysis->in_threads[i] && j < function->instruction_count; j++) {
                const Instruction *instruction = &function->instructions[j];
                if (instruction->opcode == OP_call && !analysis->in_threads[instruction->imm])
                    changed = analysis->in_threads[instruction->imm] = true;
            }
        }
    }
}

static void note_call(Analysis *analysis, uint32_t function, const Instruction *instruction, uint32_t *points)
{
    const Program *program = analysis->program;
    const CallOperands *operands = &program->functions.data[function].calls[instruction->b];
    bool creates = instruction->opcode == OP_call &&
                   program->functions.data[instruction->imm].intrinsic == INTRINSIC_pthread_create;
    for (uint32_t i = 0; i < operands->argument_count; i++) {
        uint32_t global = points[operands->arguments[i]];
        if (creates && i == 0) // only the handle is written there
            access_global(analysis, function, global, true);
        else
            escape(analysis, global);
    }
    for (uint32_t i = 0; i < operands->result_count; i++)
        points[instruction->dst + i] = 0;
}

// A register gets a value that may be an address.
static void note_copy(Analysis *analysis, uint32_t function, const Instruction *instruction, uint32_t *points)
{
    bool constant = instruction->opcode == OP_constant, select = instruction->opcode == OP_select;
    uint32_t value =
        constant ? global_at(analysis, instruction->imm) : points[select ? instruction->b : instruction->a];
    uint32_t *known = &points[instruction->dst];
    if (constant && instruction->dst >= analysis->program->functions.data[function].first_temporary) {
        *known = value; // used by the next instructions, then written anew
        return;
    }
    // A register that several edges write, for a phi: it may hold any of the addresses.
    if (select && points[instruction->imm] != value) {
        escape(analysis, points[instruction->imm]);
        escape(analysis, value);
    }
    if (*known && value && *known != value) {
        escape(analysis, *known);
        escape(analysis, value);
    } else if (value) {
        *known = value;
    }
}

static bool writes_something(const Instruction *instruction)
{
    bool writes = false;
    for (Field field = 0; field < FIELD_COUNT; field++) {
        OperandUse use = instruction_operand(instruction, field);
        writes |= operand_writes(use) || operand_writes_memory(use) || use == OPERAND_list;
    }
    return writes;
}

// Whatever is done with an address counts as giving it away, except where memory is accessed with it, where it is
// compared, and where nothing is left of what was done.
static void note_operands(Analysis *analysis, uint32_t function, uint32_t index, uint32_t *points, IdList *scratch)
{
    const Function *code = &analysis->program->functions.data[function];
    const Instruction *instruction = &code->instructions[index];
    bool looks = !writes_something(instruction) ||
                 (opcode_compares(instruction->opcode) && instruction->opcode != OP_float_compare);
    for (Field field = 0; field < FIELD_COUNT; field++) {
        OperandUse use = instruction_operand(instruction, field);
        uint64_t value = instruction_field(instruction, field);
        bool reads = operand_reads_memory(use), writes = operand_writes_memory(use);
        if (reads || writes)
            access_global(analysis, function, points[value], writes);
        if (reads && writes && instruction->flags & FLAG_WEAK) // whether it fails is a matter of the run
            escape(analysis, points[value]);
        for (uint32_t i = 0; !looks && !reads && !writes && i < operand_reads(use); i++)
            escape(analysis, points[value + i]);
        if (use == OPERAND_number && !looks)
            escape(analysis, global_at(analysis, value));
        for (uint32_t i = 0; use == OPERAND_list && i < code->lists[value].count; i++)
            escape(analysis, points[code->lists[value].registers[i]]);
    }
    scratch->count = 0;
    instruction_list_writes(code, index, scratch);
    for (uint32_t i = 0; i < scratch->count; i++)
        points[scratch->data[i]] = 0;
}

// Walks a function's code once; `points` says which global's address a register holds.
static void walk(Analysis *analysis, uint32_t id, uint32_t *points, IdList *scratch)
{
    const Function *function = &analysis->program->functions.data[id];
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        const Instruction *instruction = &function->instructions[i];
        switch (instruction->opcode) {
        case OP_constant:
        case OP_move:
        case OP_select:
            note_copy(analysis, id, instruction, points);
            break;
        case OP_index:
            escape(analysis, points[instruction->b]);
            points[instruction->dst] = points[instruction->a];
            break;
        case OP_add_imm:
            escape(analysis, global_at(analysis, instruction->imm));
            points[instruction->dst] = points[instruction->a];
            break;
        case OP_call:
        case OP_call_indirect:
            note_call(analysis, id, instruction, points);
            break;
        default:
            note_operands(analysis, id, i, points, scratch);
            break;
        }
    }
}

// Repeats the walk until values that flow around loops have arrived everywhere. Temporary registers are used again and
// again, so what counts is that a whole walk ends as it began.
static void analyse_function(Analysis *analysis, uint32_t id)
{
    const Function *function = &analysis->program->functions.data[id];
    size_t size = function->register_count * sizeof(uint32_t);
    uint32_t *points = memory_allocate_zeroed(size), *before = memory_allocate_zeroed(size);
    IdList scratch = {0};
    do {
        if (size)
            memcpy(before, points, size);
        walk(analysis, id, points, &scratch);
    } while (size && memcmp(before, points, size));
    free(points);
    free(before);
    vector_free(&scratch);
}

Facts *facts_compute(const Program *program)
{
    uint32_t globals = program->globals.count;
    Analysis analysis = {
        .program = program,
        .in_threads = memory_allocate_zeroed(program->functions.count * sizeof(bool)),
        .escapes = memory_allocate_zeroed(globals * sizeof(bool)),
        .written = memory_allocate_zeroed(globals * sizeof(bool)),
        .used_in_threads = memory_allocate_zeroed(globals * sizeof(bool)),
    };
    map_slots(&analysis);
    find_thread_functions(&analysis);
    for (uint32_t i = 0; i < program->functions.count; i++)
        if (program->functions.data[i].defined)
            analyse_function(&analysis, i);
    Facts *facts = memory_allocate_zeroed(sizeof *facts);
    facts->global_uses = memory_allocate_zeroed(globals * sizeof *facts->global_uses);
    for (uint32_t i = 0; i < globals; i++)
        if (!analysis.escapes[i])
            facts->global_uses[i] = !analysis.written[i]           ? GLOBAL_READ_ONLY
                                    : !analysis.used_in_threads[i] ? GLOBAL_MAIN_ONLY
                                                                   : GLOBAL_SHARED;
    facts->function_count = program->functions.count;
    facts->loops = memory_allocate_zeroed(facts->function_count * sizeof *facts->loops);
    for (uint32_t i = 0; i < facts->function_count; i++) {
        if (program->functions.data[i].defined)
            facts_find_live_registers(program, &program->functions.data[i], &facts->loops[i]);
        if (!facts_has_loop(facts, i))
            continue;
        facts_find_counters(&program->functions.data[i], &facts->loops[i]);
        facts_find_retries(&program->functions.data[i], &facts->loops[i]);
    }
    free(analysis.in_threads);
    free(analysis.escapes);
    free(analysis.written);
    free(analysis.used_in_threads);
    free(analysis.by_slot);
    return facts;
}

void facts_free(Facts *facts)
{
    if (!facts)
        return;
    for (uint32_t i = 0; i < facts->function_count; i++) {
        for (uint32_t j = 0; j < facts->loops[i].edges.count; j++) {
            vector_free(&facts->loops[i].edges.data[j].live);
            vector_free(&facts->loops[i].edges.data[j].around);
        }
        for (uint32_t j = 0; j < facts->loops[i].retries.count; j++)
            vector_free(&facts->loops[i].retries.data[j].registers);
        vector_free(&facts->loops[i].edges);
        vector_free(&facts->loops[i].retries);
        free(facts->loops[i].live);
        free(facts->loops[i].counters);
    }
    free(facts->loops);
    free(facts->global_uses);
    free(facts);
}
