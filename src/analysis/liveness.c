// Which registers matter at an instruction, and after the back edge of a loop: those that may be read before they are
// written again. What a round of a waiting loop left in the others is no trace of it. And which loops are inside which.
//
// The usual backward analysis over basic blocks. It may only err to one side: a register that is read must be found
// live.
#include <stdlib.h>
#include <string.h>

#include "analysis/facts.h"
#include "base/memory.h"
#include "ir/operands.h"

typedef struct Span {
    uint32_t start, end;             // instructions
    uint64_t *read, *written, *live; // bit sets over registers: read before written, written, live at the start
} Span;

typedef struct Liveness {
    const Program *program;
    const Function *function;
    uint32_t words; // of a bit set
    VECTOR(Span) spans;
    uint32_t *span_at; // by instruction that begins a span: its number + 1
    uint64_t *bits;    // all sets
    IdList scratch;
} Liveness;

static bool has(const uint64_t *set, uint32_t index)
{
    return set[index / 64] >> (index % 64) & 1;
}

static void add(uint64_t *set, uint32_t index)
{
    set[index / 64] |= UINT64_C(1) << (index % 64);
}

static void note_reads(Liveness *liveness, Span *span, uint32_t instruction)
{
    IdList *reads = &liveness->scratch;
    reads->count = 0;
    instruction_list_reads(liveness->function, instruction, reads);
    for (uint32_t i = 0; i < reads->count; i++)
        if (!has(span->written, reads->data[i]))
            add(span->read, reads->data[i]);
}

static void note_writes(Liveness *liveness, Span *span, uint32_t instruction)
{
    if (!instruction_writes_surely(&liveness->function->instructions[instruction]))
        return;
    IdList *writes = &liveness->scratch;
    writes->count = 0;
    instruction_list_writes(liveness->function, instruction, writes);
    for (uint32_t i = 0; i < writes->count; i++)
        add(span->written, writes->data[i]);
}

// False if control may go where the code does not say.
static bool find_spans(Liveness *liveness)
{
    const Function *function = liveness->function;
    liveness->span_at[0] = 1;
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        const Instruction *instruction = &function->instructions[i];
        if (instruction->opcode == OP_jump_indirect)
            return false;
        if (instruction->opcode == OP_call &&
            intrinsic_marks_place(liveness->program->functions.data[instruction->imm].intrinsic))
            return false;
        if (!opcode_ends_block(function->instructions[i].opcode))
            continue;
        if (i + 1 < function->instruction_count)
            liveness->span_at[i + 1] = 1;
        instruction_list_successors(liveness->program, function, i, &liveness->scratch);
        for (uint32_t j = 0; j < liveness->scratch.count; j++)
            liveness->span_at[liveness->scratch.data[j]] = 1;
    }
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        if (liveness->span_at[i]) {
            vector_push(&liveness->spans, (Span){.start = i});
            liveness->span_at[i] = liveness->spans.count;
        }
        vector_last(&liveness->spans).end = i + 1;
    }
    return true;
}

// Sets `live` to what is live after the last instruction of a span.
static void join_successors(Liveness *liveness, const Span *span, uint64_t *live)
{
    memset(live, 0, liveness->words * sizeof *live);
    instruction_list_successors(liveness->program, liveness->function, span->end - 1, &liveness->scratch);
    for (uint32_t i = 0; i < liveness->scratch.count; i++) {
        const Span *next = &liveness->spans.data[liveness->span_at[liveness->scratch.data[i]] - 1];
        for (uint32_t j = 0; j < liveness->words; j++)
            live[j] |= next->live[j];
    }
}

static void propagate(Liveness *liveness)
{
    uint64_t *live = memory_allocate_zeroed(liveness->words * sizeof *live);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = liveness->spans.count; i-- > 0;) {
            Span *span = &liveness->spans.data[i];
            join_successors(liveness, span, live);
            for (uint32_t j = 0; j < liveness->words; j++) {
                uint64_t word = span->read[j] | (live[j] & ~span->written[j]);
                changed |= word != span->live[j];
                span->live[j] = word;
            }
        }
    }
    free(live);
}

static void list_back_edges(const Liveness *liveness, LoopFacts *out)
{
    const Function *function = liveness->function;
    for (uint32_t i = 0; i + 1 < function->instruction_count; i++) {
        if (function->instructions[i].opcode != OP_loop_back || function->instructions[i + 1].opcode != OP_jump)
            continue;
        BackEdge edge = {.instruction = i, .header = (uint32_t)function->instructions[i + 1].imm};
        const Span *span = &liveness->spans.data[liveness->span_at[edge.header] - 1];
        for (uint32_t j = 0; j < function->register_count; j++)
            if (has(span->live, j))
                vector_push(&edge.live, j);
        vector_push(&out->edges, edge);
    }
}

static bool leads_into(Liveness *liveness, const Span *span, const bool *body)
{
    instruction_list_successors(liveness->program, liveness->function, span->end - 1, &liveness->scratch);
    for (uint32_t i = 0; i < liveness->scratch.count; i++)
        if (body[liveness->span_at[liveness->scratch.data[i]] - 1])
            return true;
    return false;
}

// The spans from which a back edge is reached without passing the header of its loop.
static void find_body(Liveness *liveness, const BackEdge *edge, bool *body)
{
    uint32_t header = liveness->span_at[edge->header] - 1;
    for (uint32_t i = 0; i < liveness->spans.count; i++) {
        const Span *span = &liveness->spans.data[i];
        body[i] = edge->instruction >= span->start && edge->instruction < span->end;
    }
    bool changed = !body[header];
    while (changed) {
        changed = false;
        for (uint32_t i = liveness->spans.count; i-- > 0;)
            if (!body[i] && i != header && leads_into(liveness, &liveness->spans.data[i], body))
                changed = body[i] = true;
    }
    body[header] = true;
}

static void find_nesting(Liveness *liveness, LoopFacts *out)
{
    bool *body = memory_allocate_zeroed(liveness->spans.count * sizeof *body);
    for (uint32_t i = 0; i < out->edges.count; i++) {
        const BackEdge *outer = &out->edges.data[i];
        find_body(liveness, outer, body);
        for (uint32_t j = 0; j < out->edges.count; j++) {
            BackEdge *inner = &out->edges.data[j];
            if (inner->header == outer->header || body[liveness->span_at[inner->header] - 1])
                vector_push(&inner->around, outer->instruction);
        }
    }
    free(body);
}

// From the end of each span to its start.
static void list_instructions(Liveness *liveness, LoopFacts *out)
{
    const Function *function = liveness->function;
    uint32_t words = liveness->words;
    uint64_t *sets = memory_allocate_zeroed((size_t)3 * words * sizeof *sets);
    Span single = {.read = sets, .written = sets + words};
    uint64_t *live = sets + (size_t)2 * words;
    out->live_words = words;
    out->live = memory_allocate_zeroed((size_t)function->instruction_count * words * sizeof *out->live);
    for (uint32_t i = 0; i < liveness->spans.count; i++) {
        const Span *span = &liveness->spans.data[i];
        join_successors(liveness, span, live);
        for (uint32_t j = span->end; j-- > span->start;) {
            memset(sets, 0, (size_t)2 * words * sizeof *sets);
            note_reads(liveness, &single, j);
            note_writes(liveness, &single, j);
            Opcode opcode = function->instructions[j].opcode;
            bool is_call = opcode == OP_call || opcode == OP_call_indirect;
            for (uint32_t k = 0; k < words; k++) {
                uint64_t before = single.read[k] | (live[k] & ~single.written[k]);
                // A call may be in the midst of what it does.
                out->live[(size_t)j * words + k] = (is_call ? before | live[k] : before);
                live[k] = before;
            }
        }
    }
    free(sets);
}

void facts_find_live_registers(const Program *program, const Function *function, LoopFacts *out)
{
    Liveness liveness = {.program = program, .function = function, .words = (function->register_count + 63) / 64};
    liveness.span_at = memory_allocate_zeroed(function->instruction_count * sizeof *liveness.span_at);
    if (find_spans(&liveness)) {
        liveness.bits =
            memory_allocate_zeroed((size_t)3 * liveness.words * liveness.spans.count * sizeof *liveness.bits);
        for (uint32_t i = 0; i < liveness.spans.count; i++) {
            Span *span = &liveness.spans.data[i];
            span->read = liveness.bits + (size_t)3 * i * liveness.words;
            span->written = span->read + liveness.words;
            span->live = span->written + liveness.words;
            for (uint32_t j = span->start; j < span->end; j++) {
                note_reads(&liveness, span, j);
                note_writes(&liveness, span, j);
            }
        }
        propagate(&liveness);
        list_back_edges(&liveness, out);
        find_nesting(&liveness, out);
        list_instructions(&liveness, out);
    }
    vector_free(&liveness.spans);
    vector_free(&liveness.scratch);
    free(liveness.span_at);
    free(liveness.bits);
}

const BackEdge *facts_back_edge(const Facts *facts, uint32_t function, uint32_t instruction)
{
    const LoopFacts *loops = &facts->loops[function];
    for (uint32_t i = 0; i < loops->edges.count; i++)
        if (loops->edges.data[i].instruction == instruction)
            return &loops->edges.data[i];
    return NULL;
}

bool facts_is_inside(const Facts *facts, uint32_t function, uint32_t instruction, uint32_t other)
{
    const BackEdge *edge = facts_back_edge(facts, function, instruction);
    for (uint32_t i = 0; edge && i < edge->around.count; i++)
        if (edge->around.data[i] == other)
            return true;
    return !edge;
}

bool facts_has_loop(const Facts *facts, uint32_t function)
{
    return facts->loops[function].edges.count != 0;
}

bool facts_is_live(const Facts *facts, uint32_t function, uint32_t instruction, uint32_t index)
{
    const LoopFacts *loops = &facts->loops[function];
    return !loops->live || has(loops->live + (size_t)instruction * loops->live_words, index);
}
