// The memory effects of instructions and intrinsics, and which instructions may end their thread.
#include "analysis/slice_effects.h"

#include "base/none.h"

#include <string.h>

// At least the sizes that the C library gives these objects.
enum {
    MUTEX_SIZE = 40,
    CONDITION_SIZE = 48,
    READ_WRITE_LOCK_SIZE = 56,
    BARRIER_SIZE = 32,
    SEMAPHORE_SIZE = 32,
    SPIN_LOCK_SIZE = 4,
    ONCE_SIZE = 4,
    ATTRIBUTE_SIZE = 64,
    CONSTANT_CHAIN = 16, // instructions between an access and the address it uses
};

static const Instruction *instruction_at(const CodeGraph *graph, uint32_t function, uint32_t instruction)
{
    return &graph->program->functions.data[function].instructions[instruction];
}

// Whether the register holds a constant.
static bool find_constant(const CodeGraph *graph, uint32_t function, uint32_t instruction, uint32_t target,
                          uint64_t *value)
{
    const Definition *definition = definitions_only(&graph->definitions[function], instruction, target);
    if (!definition || definition->instruction == NO_INSTRUCTION)
        return false;
    const Instruction *constant = instruction_at(graph, function, definition->instruction);
    *value = constant->imm;
    return constant->opcode == OP_constant;
}

static const Global *find_global(const Program *program, uint64_t address)
{
    for (uint32_t i = 0; i < program->globals.count; i++) {
        const Global *global = &program->globals.data[i];
        if (global->address && address >= global->address && address - global->address < global->size)
            return global;
    }
    return NULL;
}

static bool global_is_certain(const Global *global, uint64_t offset, uint64_t size, bool writes)
{
    return !global->external && !(writes && global->constant) && offset <= global->size &&
           size <= global->size - offset;
}

// Whether the access is certain not to fault: its address is, by the code alone, in a global or a local of this
// function. A local is there from its alloca on until the function returns.
static bool access_is_certain(const CodeGraph *graph, uint32_t function, uint32_t instruction, uint32_t target,
                              uint64_t offset, uint64_t size, bool writes)
{
    const Program *program = graph->program;
    uint64_t mask = program->layout.pointer_bits == 32 ? UINT32_MAX : UINT64_MAX;
    for (int i = 0; i < CONSTANT_CHAIN; i++) {
        const Definition *definition = definitions_only(&graph->definitions[function], instruction, target);
        if (!definition || definition->instruction == NO_INSTRUCTION)
            return false;
        instruction = definition->instruction;
        const Instruction *source = instruction_at(graph, function, instruction);
        switch (source->opcode) {
        case OP_constant: {
            const Global *global = find_global(program, (source->imm + offset) & mask);
            return global && global_is_certain(global, ((source->imm + offset) & mask) - global->address, size, writes);
        }
        case OP_thread_local:
            return global_is_certain(&program->globals.data[source->imm], offset & mask, size, writes);
        case OP_life_begin:
            return (offset & mask) <= source->imm && size <= source->imm - (offset & mask);
        case OP_alloca:
            return (source->flags & FLAG_STATIC) && (offset & mask) <= source->imm &&
                   size <= source->imm - (offset & mask);
        case OP_move:
            break;
        case OP_add_imm:
            offset += source->imm;
            break;
        default:
            return false;
        }
        target = source->a;
    }
    return false;
}

bool effects_is_own_access(const CodeGraph *graph, uint32_t function, uint32_t instruction)
{
    const Instruction *access = instruction_at(graph, function, instruction);
    if (!graph->program->functions.data[function].from_model ||
        (access->opcode != OP_load && access->opcode != OP_store))
        return false;
    const Definition *definition =
        definitions_only(&graph->definitions[function], instruction, access->opcode == OP_load ? access->a : access->b);
    return definition && definition->instruction != NO_INSTRUCTION &&
           instruction_at(graph, function, definition->instruction)->opcode == OP_thread_local;
}

static void add_effect(const CodeGraph *graph, uint32_t function, uint32_t instruction, uint32_t address,
                       uint64_t offset, MemoryEffect effect, EffectList *out)
{
    LocationSet set = {0};
    points_to_add_values(graph->points_to, function, instruction, address, offset, &set);
    for (uint32_t i = 0; i < set.items.count; i++) {
        effect.place = set.items.data[i];
        vector_push(out, effect);
    }
    location_set_free(&set);
}

// The library's errno, which some calls set.
static void add_errno(const CodeGraph *graph, EffectList *out)
{
    const Program *program = graph->program;
    for (uint32_t i = 0; i < program->globals.count; i++)
        if (program->globals.data[i].from_model && !strcmp(program->globals.data[i].name, "__errno_location.value"))
            vector_push(out, (MemoryEffect){.place = {.object = points_to_global_object(graph->points_to, i)},
                                            .size = program->globals.data[i].size,
                                            .writes = true});
}

static uint64_t sync_object_size(LibraryType type)
{
    static const uint64_t sizes[LIBRARY_TYPE_COUNT] = {
        [LIBRARY_TYPE_mutex] = MUTEX_SIZE,
        [LIBRARY_TYPE_condition] = CONDITION_SIZE,
        [LIBRARY_TYPE_rwlock] = READ_WRITE_LOCK_SIZE,
        [LIBRARY_TYPE_barrier] = BARRIER_SIZE,
        [LIBRARY_TYPE_spin] = SPIN_LOCK_SIZE,
        [LIBRARY_TYPE_semaphore] = SEMAPHORE_SIZE,
        [LIBRARY_TYPE_once] = ONCE_SIZE,
    };
    return sizes[type];
}

#define NUMBER_CONVERSIONS "diuxXocpeEfFgGaA%m"

// Whether a format is known and has no conversions but these.
static bool format_consists_of(const Global *global, uint64_t offset, const char *conversions)
{
    if (!global->constant || !global->bytes || offset >= global->size ||
        !memchr(global->bytes + offset, 0, global->size - offset))
        return false;
    for (const char *cursor = (const char *)global->bytes + offset; *cursor;) {
        if (*cursor++ != '%')
            continue;
        cursor += strspn(cursor, "-+ #0'123456789.*hlqjztL");
        if (!*cursor || !strchr(conversions, *cursor))
            return false;
        cursor++;
    }
    return true;
}

// The conversion of the argument of the number, 0: it cannot be seen which one that is.
static char conversion_of(const Global *global, uint64_t offset, uint32_t number)
{
    if (!global->constant || !global->bytes || offset >= global->size ||
        !memchr(global->bytes + offset, 0, global->size - offset))
        return 0;
    for (const char *cursor = (const char *)global->bytes + offset; *cursor;) {
        if (*cursor++ != '%')
            continue;
        cursor += strspn(cursor, "-+ #0'123456789.hlqjztL");
        if (!*cursor || *cursor == '*' || *cursor == '$')
            return 0;
        if (*cursor != '%' && *cursor != 'm' && !number--)
            return *cursor;
        cursor++;
    }
    return 0;
}

bool effects_call_prints_string(const CodeGraph *graph, uint32_t function, uint32_t instruction, uint32_t number)
{
    const Function *caller = &graph->program->functions.data[function];
    const CallOperands *operands = &caller->calls[caller->instructions[instruction].b];
    uint32_t fixed = operands->argument_count - operands->variadic_count;
    uint64_t address;
    if (!fixed || !find_constant(graph, function, instruction, operands->arguments[fixed - 1], &address))
        return false;
    const Global *global = find_global(graph->program, address);
    return global && conversion_of(global, address - global->address, number) == 's';
}

bool effects_call_prints_numbers(const CodeGraph *graph, uint32_t function, uint32_t instruction, uint32_t callee)
{
    const Function *caller = &graph->program->functions.data[function];
    const CallOperands *operands = &caller->calls[caller->instructions[instruction].b];
    uint32_t fixed = operands->argument_count - operands->variadic_count;
    uint64_t address;
    if (!graph->program->functions.data[callee].from_model || !fixed ||
        !find_constant(graph, function, instruction, operands->arguments[fixed - 1], &address))
        return false;
    for (uint32_t i = 0; i < operands->variadic_count; i++)
        if (operands->variadic[i].by_value)
            return false;
    const Global *global = find_global(graph->program, address);
    return global && format_consists_of(global, address - global->address, NUMBER_CONVERSIONS);
}

uint32_t effects_list_argument(Intrinsic intrinsic)
{
    return intrinsic == INTRINSIC_vprint ? 2 : intrinsic == INTRINSIC_vformat ? 3 : NONE;
}

// %n writes where an argument points to. A format that is known shows that it does not.
static void add_printed_counts(const CodeGraph *graph, uint32_t function, uint32_t instruction,
                               const CallOperands *operands, uint32_t list, EffectList *out)
{
    LocationSet formats = {0}, lists = {0}, areas = {0}, targets = {0};
    points_to_add_values(graph->points_to, function, instruction, operands->arguments[list - 1], 0, &formats);
    bool known = true;
    for (uint32_t i = 0; i < formats.items.count; i++) {
        Location place = formats.items.data[i];
        const AbstractObject *object = points_to_object(graph->points_to, place.object);
        if (object->kind != ABSTRACT_GLOBAL || place.stride ||
            !format_consists_of(&graph->program->globals.data[object->id], (uint64_t)place.offset,
                                NUMBER_CONVERSIONS "s"))
            known = false;
    }
    points_to_add_values(graph->points_to, function, instruction, operands->arguments[list], 0, &lists);
    for (uint32_t i = 0; !known && i < lists.items.count; i++)
        points_to_add_contents(graph->points_to, lists.items.data[i], &areas);
    for (uint32_t i = 0; i < areas.items.count; i++)
        points_to_add_contents(graph->points_to, areas.items.data[i], &targets);
    for (uint32_t i = 0; i < targets.items.count; i++)
        vector_push(out, (MemoryEffect){.place = targets.items.data[i], .size = 8, .writes = true});
    location_set_free(&formats);
    location_set_free(&lists);
    location_set_free(&areas);
    location_set_free(&targets);
}

static void list_intrinsic(const CodeGraph *graph, uint32_t function, uint32_t instruction,
                           const CallOperands *operands, Intrinsic intrinsic, EffectList *out)
{
    static const MemoryEffect read = {.reads = true, .decides = true}, write = {.writes = true};
    uint64_t word = graph->program->layout.pointer_bits / 8, size;
    MemoryEffect write_word = {.writes = true, .size = word}, both = {.reads = true, .writes = true, .decides = true};
    uint32_t count = operands->argument_count;
    const uint32_t *arguments = operands->arguments;
    const SyncCall *sync = intrinsic_sync_call(intrinsic);
    if (sync) {
        for (uint32_t i = 0; i < count; i++) {
            bool mutex = i == 1 && sync->action == SYNC_WAIT;
            both.size = i == 0 ? sync_object_size(sync->object) : mutex ? MUTEX_SIZE : ATTRIBUTE_SIZE;
            add_effect(graph, function, instruction, arguments[i], 0, both, out);
        }
        add_errno(graph, out);
        return;
    }
    switch (intrinsic) {
    case INTRINSIC_malloc:
    case INTRINSIC_calloc:
    case INTRINSIC_aligned_alloc:
    case INTRINSIC_memalign:
        add_errno(graph, out);
        break;
    case INTRINSIC_realloc:
        add_errno(graph, out);
        vector_push(out,
                    (MemoryEffect){.place = {.object = points_to_site_object(graph->points_to, function, instruction)},
                                   .writes = true});
        if (count)
            add_effect(graph, function, instruction, arguments[0], 0, (MemoryEffect){.reads = true}, out);
        break;
    case INTRINSIC_posix_memalign:
        if (count)
            add_effect(graph, function, instruction, arguments[0], 0, write_word, out);
        add_errno(graph, out);
        break;
    case INTRINSIC_klee_make_symbolic:
    case INTRINSIC_nondet_memory:
        if (count > 1)
            add_effect(
                graph, function, instruction, arguments[0], 0,
                (MemoryEffect){.writes = true,
                               .size = find_constant(graph, function, instruction, arguments[1], &size) ? size : 0},
                out);
        break;
    case INTRINSIC_pthread_create:
        if (count > 1) {
            add_effect(graph, function, instruction, arguments[0], 0, write_word, out);
            add_effect(graph, function, instruction, arguments[1], 0, read, out);
        }
        break;
    case INTRINSIC_pthread_join:
        if (count > 1)
            add_effect(graph, function, instruction, arguments[1], 0, write_word, out);
        break;
    case INTRINSIC_strtod:
        if (count > 1) {
            add_effect(graph, function, instruction, arguments[0], 0, read, out);
            add_effect(graph, function, instruction, arguments[1], 0, write_word, out);
        }
        break;
    case INTRINSIC_vprint:
    case INTRINSIC_vformat: {
        uint32_t list = effects_list_argument(intrinsic);
        if (count <= list)
            break;
        add_effect(graph, function, instruction, arguments[list - 1], 0, read, out);
        add_effect(graph, function, instruction, arguments[list], 0, read, out);
        if (intrinsic == INTRINSIC_vformat)
            add_effect(graph, function, instruction, arguments[0], 0, write, out);
        add_printed_counts(graph, function, instruction, operands, list, out);
        break;
    }
    default:
        break;
    }
}

// Of an instruction that is no call; 0: unknown.
static uint64_t accessed_size(const CodeGraph *graph, uint32_t function, uint32_t index)
{
    const Instruction *instruction = instruction_at(graph, function, index);
    uint64_t size;
    if (instruction->opcode == OP_copy || instruction->opcode == OP_fill)
        return find_constant(graph, function, index, (uint32_t)instruction->imm, &size) ? size : 0;
    return instruction->opcode == OP_variadic_start ? 0 : (instruction->width + 7u) / 8;
}

static void list_call(const CodeGraph *graph, uint32_t function, uint32_t index, EffectList *out)
{
    const Function *code = &graph->program->functions.data[function];
    IdList targets = {0};
    points_to_list_targets(graph->points_to, function, index, &targets);
    for (uint32_t i = 0; i < targets.count; i++)
        list_intrinsic(graph, function, index, &code->calls[code->instructions[index].b],
                       graph->program->functions.data[targets.data[i]].intrinsic, out);
    vector_free(&targets);
}

void effects_list_memory(const CodeGraph *graph, uint32_t function, uint32_t index, EffectList *out)
{
    const Instruction *instruction = instruction_at(graph, function, index);
    uint64_t offset = instruction_operand(instruction, FIELD_imm) == OPERAND_offset ? instruction->imm : 0;
    out->count = 0;
    for (Field field = 0; field < FIELD_COUNT; field++) {
        OperandUse use = instruction_operand(instruction, field);
        bool reads = operand_reads_memory(use), writes = operand_writes_memory(use);
        if (use == OPERAND_call)
            list_call(graph, function, index, out);
        else if (reads || writes)
            add_effect(graph, function, index, (uint32_t)instruction_field(instruction, field), offset,
                       (MemoryEffect){.size = accessed_size(graph, function, index), .reads = reads, .writes = writes},
                       out);
    }
}

bool effects_argument_decides(Intrinsic intrinsic, uint32_t index)
{
    switch (intrinsic) {
    case INTRINSIC_thread_end:
    case INTRINSIC_process_exit:
    case INTRINSIC_nondet:
    case INTRINSIC_malloc:
    case INTRINSIC_calloc:
    case INTRINSIC_aligned_alloc:
    case INTRINSIC_memalign:
        return false;
    case INTRINSIC_pthread_create:
        return index < 3; // the argument of the thread is read by the thread
    default:
        return !intrinsic_is_math(intrinsic) && intrinsic != INTRINSIC_float_class;
    }
}

static Danger intrinsic_danger(Intrinsic intrinsic)
{
    PropertyMask memory = PROPERTY_BIT(PROPERTY_MEMORY), lock = PROPERTY_BIT(PROPERTY_LOCK);
    PropertyMask deadlock = PROPERTY_BIT(PROPERTY_DEADLOCK);
    if (intrinsic_sync_call(intrinsic))
        return (Danger){.violates = memory | lock | deadlock, .stops = true};
    switch (intrinsic) {
    case INTRINSIC_free:
    case INTRINSIC_realloc:
    case INTRINSIC_posix_memalign:
    case INTRINSIC_malloc_usable_size:
    case INTRINSIC_klee_make_symbolic:
    case INTRINSIC_nondet_memory:
    case INTRINSIC_write:
    case INTRINSIC_vprint:
    case INTRINSIC_vformat:
    case INTRINSIC_strtod:
        return (Danger){.violates = memory};
    case INTRINSIC_assert_fail:
    case INTRINSIC_assert_bsd:
    case INTRINSIC_assert_perror_fail:
    case INTRINSIC_reach_error:
    case INTRINSIC_verifier_error:
    case INTRINSIC_cprover_assert:
    case INTRINSIC_klee_assert:
        return (Danger){.violates = PROPERTY_BIT(PROPERTY_ASSERTION) | memory, .stops = true};
    case INTRINSIC_verifier_assume:
    case INTRINSIC_cprover_assume:
    case INTRINSIC_klee_assume:
    case INTRINSIC_process_exit:
        return (Danger){.stops = true, .ends = true};
    case INTRINSIC_abort:
    case INTRINSIC_trap:
        return (Danger){.violates = PROPERTY_BIT(PROPERTY_ABORT), .stops = true, .ends = true};
    case INTRINSIC_atomic_begin:
    case INTRINSIC_atomic_end:
    case INTRINSIC_cprover_atomic_begin:
    case INTRINSIC_cprover_atomic_end:
        return (Danger){.stops = true};
    case INTRINSIC_thread_end:
        return (Danger){.violates = deadlock, .stops = true, .ends = true};
    case INTRINSIC_misuse:
        return (Danger){.violates = lock | memory, .stops = true};
    case INTRINSIC_pthread_create:
    case INTRINSIC_pthread_join:
    case INTRINSIC_pthread_detach:
        return (Danger){.violates = memory | lock | deadlock, .stops = true};
    default:
        return (Danger){0};
    }
}

static Danger call_danger(const CodeGraph *graph, uint32_t function, uint32_t index)
{
    const Function *code = &graph->program->functions.data[function];
    const Instruction *call = &code->instructions[index];
    const CallOperands *operands = &code->calls[call->b];
    Danger danger = {.violates = call->opcode == OP_call_indirect ? PROPERTY_BIT(PROPERTY_MEMORY) : 0};
    for (uint32_t i = 0; i < operands->variadic_count; i++)
        if (operands->variadic[i].by_value)
            danger.violates |= PROPERTY_BIT(PROPERTY_MEMORY);
    IdList targets = {0};
    points_to_list_targets(graph->points_to, function, index, &targets);
    for (uint32_t i = 0; i < targets.count; i++) {
        const Function *callee = &graph->program->functions.data[targets.data[i]];
        Danger more = intrinsic_danger(callee->intrinsic);
        danger.violates |= more.violates;
        danger.stops |= more.stops || (callee->defined && callee->atomic);
        danger.ends |= more.ends;
        danger.refuses |= more.refuses || (!callee->defined && callee->intrinsic == INTRINSIC_none);
    }
    vector_free(&targets);
    return danger;
}

static Danger access_danger(const CodeGraph *graph, uint32_t function, uint32_t index, uint32_t address,
                            uint64_t offset, uint64_t size, bool writes)
{
    bool certain = access_is_certain(graph, function, index, address, offset, size, writes);
    return (Danger){.violates = certain ? 0 : PROPERTY_BIT(PROPERTY_MEMORY)};
}

static Danger copy_danger(const CodeGraph *graph, uint32_t function, uint32_t index)
{
    const Instruction *instruction = instruction_at(graph, function, index);
    uint64_t size;
    bool certain =
        !(instruction->flags & FLAG_DISJOINT) &&
        find_constant(graph, function, index, (uint32_t)instruction->imm, &size) &&
        access_is_certain(graph, function, index, instruction->a, 0, size, true) &&
        (instruction->opcode == OP_fill || access_is_certain(graph, function, index, instruction->b, 0, size, false));
    return (Danger){.violates = certain ? 0 : PROPERTY_BIT(PROPERTY_MEMORY)};
}

static Danger arithmetic_danger(const Instruction *instruction)
{
    PropertyMask violates = instruction->flags & FLAG_SIGNED_CHECK ? PROPERTY_BIT(PROPERTY_OVERFLOW) : 0;
    uint32_t width = instruction->width;
    bool minus_one = instruction->imm == (width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1);
    bool division = false;
    switch (instruction->opcode) {
    case OP_udiv:
    case OP_urem:
    case OP_sdiv:
    case OP_srem:
        division = true;
        break;
    case OP_udiv_imm:
    case OP_urem_imm:
        division = !instruction->imm;
        break;
    case OP_sdiv_imm:
    case OP_srem_imm:
        division = !instruction->imm || minus_one;
        break;
    case OP_shl:
    case OP_lshr:
    case OP_ashr:
        division = (instruction->flags & FLAG_C_SHIFT) != 0;
        break;
    case OP_shl_imm:
    case OP_lshr_imm:
    case OP_ashr_imm:
        division = (instruction->flags & FLAG_C_SHIFT) && instruction->imm >= width;
        break;
    default:
        break;
    }
    return (Danger){.violates = violates | (division ? PROPERTY_BIT(PROPERTY_DIVISION) : 0)};
}

Danger effects_find_danger(const CodeGraph *graph, uint32_t function, uint32_t index)
{
    const Instruction *instruction = instruction_at(graph, function, index);
    uint64_t size = (instruction->width + 7u) / 8;
    switch ((Opcode)instruction->opcode) {
    case OP_load:
        return access_danger(graph, function, index, instruction->a, instruction->imm, size, false);
    case OP_store:
    case OP_unset:
        return access_danger(graph, function, index, instruction->b, instruction->imm, size, true);
    case OP_exchange:
    case OP_compare_exchange:
        return access_danger(graph, function, index, instruction->a, 0, size, true);
    case OP_copy:
    case OP_fill:
        return copy_danger(graph, function, index);
    case OP_variadic_start: {
        VariadicAbi abi = graph->program->variadic_abi;
        size = abi == VARIADIC_X86_64 ? 24 : abi == VARIADIC_AARCH64 ? 32 : graph->program->layout.pointer_bits / 8;
        Danger danger = access_danger(graph, function, index, instruction->a, 0, size, true);
        danger.refuses = abi == VARIADIC_UNKNOWN;
        return danger;
    }
    case OP_call:
    case OP_call_indirect:
        return call_danger(graph, function, index);
    case OP_require:
        return (Danger){.violates = PROPERTY_BIT(instruction->b)};
    case OP_require_below:
    case OP_jump_indirect:
    case OP_unreachable:
    case OP_unfinished:
        return (Danger){.violates = PROPERTY_BIT(PROPERTY_MEMORY)};
    case OP_unsupported:
        return (Danger){.refuses = true};
    case OP_stack_restore: // ends the life of locals
    case OP_life_begin:
    case OP_life_end:
        return (Danger){.stops = true};
    case OP_alloca: // of a size that the program computes: the stack may be exhausted
        return (Danger){.stops = !(instruction->flags & FLAG_STATIC)};
#define BINARY_CASE(name) \
    case OP_##name:       \
    case OP_##name##_imm:
        BINARY_TABLE(BINARY_CASE)
#undef BINARY_CASE
        return arithmetic_danger(instruction);
    case OP_constant:
    case OP_move:
    case OP_select:
    case OP_truncate:
    case OP_sign_extend:
    case OP_index:
    case OP_population:
    case OP_leading_zeros:
    case OP_trailing_zeros:
    case OP_byte_swap:
    case OP_bit_reverse:
    case OP_funnel_left:
    case OP_funnel_right:
    case OP_multiply_high:
    case OP_absolute:
    case OP_overflow:
    case OP_saturate:
    case OP_float_add:
    case OP_float_sub:
    case OP_float_mul:
    case OP_float_div:
    case OP_float_rem:
    case OP_float_neg:
    case OP_float_compare:
    case OP_float_to_signed:
    case OP_float_to_unsigned:
    case OP_signed_to_float:
    case OP_unsigned_to_float:
    case OP_float_extend:
    case OP_float_truncate:
    case OP_uninitialised:
    case OP_thread_local:
    case OP_stack_save:
    case OP_fence:
    case OP_point:
    case OP_mark:
    case OP_jump:
    case OP_branch:
    case OP_switch:
    case OP_loop_back:
    case OP_loop_enter:
    case OP_return:
    case OPCODE_COUNT:
        break;
    }
    return (Danger){0};
}
