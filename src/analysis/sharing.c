// Which globals can be left out of the interleaving. A global whose address only ever serves to access it directly (it
// is never stored, passed or returned) is used exactly by the functions that name it; if none of these can run in a
// created thread, or none writes, no thread can notice when another accesses it.
//
// Functions that a created thread can run: those whose address is taken anywhere, and what they call.
#include <stdlib.h>
#include <string.h>

#include "analysis/facts.h"
#include "base/memory.h"

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

static void note_call(Analysis *analysis, uint32_t function, const Instruction *instruction, const uint32_t *points)
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
}

// Walks a function's code once; `points` says which global's address a register holds.
static void walk(Analysis *analysis, uint32_t id, uint32_t *points)
{
    const Function *function = &analysis->program->functions.data[id];
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        const Instruction *instruction = &function->instructions[i];
        uint32_t left = instruction->a < function->register_count ? points[instruction->a] : 0;
        uint32_t right = instruction->b < function->register_count ? points[instruction->b] : 0;
        uint32_t third = instruction->imm < function->register_count ? points[instruction->imm] : 0;
        switch (instruction->opcode) {
        case OP_constant:
        case OP_move:
        case OP_select: {
            uint32_t value = instruction->opcode == OP_constant ? global_at(analysis, instruction->imm)
                             : instruction->opcode == OP_move   ? left
                                                                : right;
            uint32_t *known = &points[instruction->dst];
            if (instruction->opcode == OP_constant && instruction->dst >= function->first_temporary) {
                *known = value; // used by the next instructions, then written anew
                break;
            }
            // A register that several edges write, for a phi: it may hold any of the addresses.
            if (instruction->opcode == OP_select && third != value) {
                escape(analysis, third);
                escape(analysis, value);
            }
            if (*known && value && *known != value) {
                escape(analysis, *known);
                escape(analysis, value);
            } else if (value) {
                *known = value;
            }
            break;
        }
        case OP_load:
            access_global(analysis, id, left, false);
            points[instruction->dst] = 0;
            break;
        case OP_store:
            access_global(analysis, id, right, true);
            escape(analysis, left);
            break;
        case OP_exchange:
        case OP_compare_exchange:
            access_global(analysis, id, left, true);
            escape(analysis, right);
            if (instruction->opcode == OP_compare_exchange)
                escape(analysis, third);
            if (instruction->flags & FLAG_WEAK) // whether it fails is a matter of the run
                escape(analysis, left);
            points[instruction->dst] = 0;
            break;
        case OP_copy:
            access_global(analysis, id, left, true);
            access_global(analysis, id, right, false);
            break;
        case OP_fill:
            access_global(analysis, id, left, true);
            break;
        case OP_call:
        case OP_call_indirect:
            note_call(analysis, id, instruction, points);
            for (uint32_t j = 0; j < function->calls[instruction->b].result_count; j++)
                points[instruction->dst + j] = 0;
            break;
        case OP_return:
            for (uint32_t j = 0; j < function->lists[instruction->b].count; j++)
                escape(analysis, points[function->lists[instruction->b].registers[j]]);
            break;
        case OP_require:
        case OP_require_below:
        case OP_jump:
        case OP_branch:
        case OP_switch:
        case OP_loop_back:
        case OP_loop_enter:
        case OP_unreachable:
        case OP_unsupported:
        case OP_fence:
        case OP_point:
        case OP_mark:
            break;
        case OP_eq:
        case OP_eq_imm:
        case OP_ne:
        case OP_ne_imm:
        case OP_ult:
        case OP_ult_imm:
        case OP_ule:
        case OP_ule_imm:
        case OP_ugt:
        case OP_ugt_imm:
        case OP_uge:
        case OP_uge_imm:
        case OP_slt:
        case OP_slt_imm:
        case OP_sle:
        case OP_sle_imm:
        case OP_sgt:
        case OP_sgt_imm:
        case OP_sge:
        case OP_sge_imm:
            points[instruction->dst] = 0;
            break;
        case OP_index:
        case OP_add_imm:
            escape(analysis, instruction->opcode == OP_index ? right : global_at(analysis, instruction->imm));
            points[instruction->dst] = left;
            break;
        default:
            // Anything else done with an address counts as giving it away.
            escape(analysis, left);
            escape(analysis, right);
            escape(analysis, global_at(analysis, instruction->imm));
            if (opcode_has_destination(instruction->opcode))
                points[instruction->dst] = 0;
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
    do {
        if (size)
            memcpy(before, points, size);
        walk(analysis, id, points);
    } while (size && memcmp(before, points, size));
    free(points);
    free(before);
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
    for (uint32_t i = 0; i < facts->function_count; i++)
        if (program->functions.data[i].defined)
            facts_find_live_registers(&program->functions.data[i], &facts->loops[i]);
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
        for (uint32_t j = 0; j < facts->loops[i].edges.count; j++)
            vector_free(&facts->loops[i].edges.data[j].live);
        vector_free(&facts->loops[i].edges);
        free(facts->loops[i].live);
    }
    free(facts->loops);
    free(facts->global_uses);
    free(facts);
}
