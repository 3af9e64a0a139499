// What instructions do that are no calls and end no block. Every opcode has its case: one that is not known here is
// given up on.
#include "abstract/interpretation.h"

#include "machine/arithmetic.h"

static uint32_t pointer_bits(const Walk *walk)
{
    return walk->all->program->layout.pointer_bits;
}

// A word of fewer bits than an address is none.
static Value fit(const Walk *walk, const Value *value, uint32_t width)
{
    if (value->target_count && width < pointer_bits(walk))
        return value_any(width);
    Value fitted = *value;
    fitted.number = number_truncate(&value->number, width);
    return fitted;
}

static bool is_inside(const Walk *walk, const Value *value)
{
    for (uint32_t i = 0; i < value->target_count; i++) {
        const Zone *zone = zone_at(&walk->all->zones, value->targets[i].object);
        bool at_beginning = !value->targets[i].low && !value->targets[i].high;
        if (!at_beginning &&
            (zone->size == UINT64_MAX || value->targets[i].low < 0 || (uint64_t)value->targets[i].high > zone->size))
            return false;
    }
    return true;
}

// Regions of the address space in which objects of a kind are.
static uint32_t region_of(const Zone *zone)
{
    switch (zone->kind) {
    case ZONE_GLOBAL:
        return 1;
    case ZONE_FUNCTION:
        return 2;
    case ZONE_BLOCK:
        return 3;
    case ZONE_THREAD: // no address at all, but a small number
        return 4;
    default:
        return 5;
    }
}

// Whether an address among these may be one among those. Objects of one region may have taken the place of others that
// are gone, but for globals and functions.
static bool may_meet(const Walk *walk, const Value *left, const Value *right)
{
    for (uint32_t i = 0; i < left->target_count; i++)
        for (uint32_t j = 0; j < right->target_count; j++) {
            const Zone *a = zone_at(&walk->all->zones, left->targets[i].object);
            const Zone *b = zone_at(&walk->all->zones, right->targets[j].object);
            bool lasting = a->kind == ZONE_GLOBAL || a->kind == ZONE_FUNCTION;
            if (region_of(a) != region_of(b))
                continue;
            if (!lasting || left->targets[i].object == right->targets[j].object)
                return true;
        }
    return false;
}

static bool is_no_address(const Number *number)
{
    return !number->count || number_greatest(number) < 4096;
}

static bool has_thread(const Walk *walk, const Value *value)
{
    for (uint32_t i = 0; i < value->target_count; i++)
        if (zone_at(&walk->all->zones, value->targets[i].object)->kind == ZONE_THREAD)
            return true;
    return false;
}

// One place of an object of which there is but one.
static bool is_certain(const Walk *walk, const Value *value)
{
    return value->target_count == 1 && !value->number.count && !value->targets[0].stride &&
           zone_at(&walk->all->zones, value->targets[0].object)->single;
}

// Whether two words of which one may be an address can be equal; -1: it depends.
static int compare_equal(const Walk *walk, const Value *left, const Value *right)
{
    if (is_certain(walk, left) && is_certain(walk, right) && left->targets[0].object == right->targets[0].object)
        return left->targets[0].low == right->targets[0].low;
    // Handles of threads are small numbers.
    if (has_thread(walk, left) || has_thread(walk, right) || !is_inside(walk, left) || !is_inside(walk, right))
        return -1;
    if (!is_no_address(&left->number) || !is_no_address(&right->number) || may_meet(walk, left, right))
        return -1;
    Number both = number_meet(&left->number, &right->number);
    return both.count ? -1 : 0;
}

static Value compare(const Walk *walk, Opcode opcode, const Value *left, const Value *right, uint32_t width)
{
    bool numbers = !left->target_count && !right->target_count;
    if (numbers || value_is_empty(left) || value_is_empty(right) || (opcode != OP_eq && opcode != OP_ne))
        return value_binary(opcode, left, right, width);
    int equal = compare_equal(walk, left, right);
    if (equal < 0)
        return value_number(number_between(0, 1));
    return value_constant((opcode == OP_eq) == (equal == 1));
}

// --- Checks

static void check_division(Walk *walk, Opcode opcode, const Value *left, Value *right, uint32_t width)
{
    if (right->target_count || number_contains(&right->number, 0))
        raise_alarm(walk, PROPERTY_DIVISION, "a division by what may be zero");
    bool is_signed = opcode == OP_sdiv || opcode == OP_srem;
    uint64_t least = UINT64_C(1) << (width - 1);
    if (is_signed && number_contains(&right->number, width_mask(width)) &&
        (left->target_count || number_contains(&left->number, least)))
        raise_alarm(walk, PROPERTY_DIVISION, "a signed division that may overflow");
    right->number = number_without(&right->number, 0);
}

static void check_shift(Walk *walk, Value *amount, uint32_t width)
{
    if (amount->target_count || !amount->number.count || number_greatest(&amount->number) >= width)
        raise_alarm(walk, PROPERTY_DIVISION, "a shift that may be too far");
    Number allowed = number_between(0, width - 1);
    amount->number = number_meet(&amount->number, &allowed);
}

static bool may_overflow(Opcode opcode, const Value *left, const Value *right, uint32_t width)
{
    if (left->target_count || right->target_count || !left->number.count || !right->number.count)
        return true;
    int64_t a, b, c, d;
    number_signed_bounds(&left->number, width, &a, &b);
    number_signed_bounds(&right->number, width, &c, &d);
    Wide corners[4] = {(Wide)a * c, (Wide)a * d, (Wide)b * c, (Wide)b * d};
    if (opcode != OP_mul) {
        corners[0] = corners[2] = opcode == OP_add ? (Wide)a + c : (Wide)a - d;
        corners[1] = corners[3] = opcode == OP_add ? (Wide)b + d : (Wide)b - c;
    }
    Wide least = -((Wide)1 << (width - 1)), greatest = ((Wide)1 << (width - 1)) - 1;
    for (uint32_t i = 0; i < 4; i++)
        if (corners[i] < least || corners[i] > greatest)
            return true;
    return false;
}

static void check_binary(Walk *walk, const Instruction *instruction, Opcode opcode, const Value *left, Value *right)
{
    uint32_t width = instruction->width;
    switch (opcode) {
    case OP_udiv:
    case OP_urem:
    case OP_sdiv:
    case OP_srem:
        check_division(walk, opcode, left, right, width);
        break;
    case OP_shl:
    case OP_lshr:
    case OP_ashr:
        if (instruction->flags & FLAG_C_SHIFT)
            check_shift(walk, right, width);
        break;
    case OP_add:
    case OP_sub:
    case OP_mul:
        if ((instruction->flags & FLAG_SIGNED_CHECK) && may_overflow(opcode, left, right, width))
            raise_alarm(walk, PROPERTY_OVERFLOW, "a signed operation that may overflow");
        break;
    default:
        break;
    }
}

// After a check whose failure ends the thread whether it is asked about or not, only what passes is left; an overflow is
// left as it is: more than there is.
static void binary(Walk *walk, const Instruction *instruction, Opcode opcode, Value right)
{
    Value left = walk_read(walk, instruction->a);
    check_binary(walk, instruction, opcode, &left, &right);
    if (value_is_empty(&right)) {
        walk->ended = true;
        return;
    }
    Value result = opcode_compares(opcode) ? compare(walk, opcode, &left, &right, instruction->width)
                                           : value_binary(opcode, &left, &right, instruction->width);
    walk_write(walk, instruction->dst, &result);
}

// --- Memory

static uint32_t access_size(const Instruction *instruction)
{
    return (instruction->width + 7u) / 8;
}

static bool is_atomic(const Walk *walk, const Instruction *instruction)
{
    return (instruction->flags & FLAG_ATOMIC) ||
           ((instruction->flags & FLAG_VOLATILE) && walk->all->rules.volatile_atomic);
}

static void load(Walk *walk, const Instruction *instruction)
{
    Value address = walk_address(walk, instruction->a, instruction->imm);
    Value read = read_memory(walk, &address, access_size(instruction), is_atomic(walk, instruction));
    Value fitted = fit(walk, &read, instruction->width);
    walk_write(walk, instruction->dst, &fitted);
}

static void store(Walk *walk, const Instruction *instruction)
{
    Value address = walk_address(walk, instruction->b, instruction->imm), value = walk_read(walk, instruction->a);
    observe(walk, NULL, &value);
    write_memory(walk, &address, access_size(instruction), &value, is_atomic(walk, instruction));
    relate_store(walk, instruction);
}

static Value modified(const Walk *walk, ReadModifyWrite operation, const Value *old, const Value *given, uint32_t width)
{
    static const Opcode opcodes[] = {
        [RMW_ADD] = OP_add, [RMW_SUB] = OP_sub, [RMW_AND] = OP_and, [RMW_OR] = OP_or, [RMW_XOR] = OP_xor};
    (void)walk;
    switch (operation) {
    case RMW_XCHG:
        return *given;
    case RMW_ADD:
    case RMW_SUB:
    case RMW_AND:
    case RMW_OR:
    case RMW_XOR:
        return value_binary(opcodes[operation], old, given, width);
    case RMW_MAX:
    case RMW_MIN:
    case RMW_UMAX:
    case RMW_UMIN:
        return value_join(old, given);
    case RMW_NAND:
    case RMW_FADD:
    case RMW_FSUB:
        break;
    }
    return value_any(width);
}

static void exchange(Walk *walk, const Instruction *instruction)
{
    Value address = walk_address(walk, instruction->a, 0), given = walk_read(walk, instruction->b);
    uint32_t size = access_size(instruction);
    Value read = read_memory(walk, &address, size, true), old = fit(walk, &read, instruction->width);
    Value written = modified(walk, (ReadModifyWrite)instruction->imm, &old, &given, instruction->width);
    observe(walk, &read, &written);
    if (!walk->ended)
        write_memory(walk, &address, size, &written, true);
    walk_write(walk, instruction->dst, &old);
}

static void compare_exchange(Walk *walk, const Instruction *instruction)
{
    Value address = walk_address(walk, instruction->a, 0), expected = walk_read(walk, instruction->b);
    Value desired = walk_read(walk, (uint32_t)instruction->imm);
    uint32_t size = access_size(instruction);
    Value read = read_memory(walk, &address, size, true), old = fit(walk, &read, instruction->width);
    Value equal = compare(walk, OP_eq, &old, &expected, instruction->width);
    Value stays = value_constant(0);
    observe(walk, &read, &desired);
    if (!walk->ended) { // where races are looked for it writes also if it fails
        Value either = number_contains(&equal.number, 1) ? value_join(&old, &desired) : old;
        write_memory(walk, &address, size, &either, true);
    }
    // It may fail without reason.
    Value succeeded = value_join(&equal, &stays);
    walk_write(walk, instruction->dst, &old);
    walk_write(walk, instruction->dst + 1, &succeeded);
}

// --- Objects

static void add_local(Walk *walk, uint32_t zone, uint64_t size, bool single)
{
    Interpretation *all = walk->all;
    add_object(walk, zone, size, single);
    ids_add(&all->contexts.data[walk->context].zones, zone);
}

static void allocate_local(Walk *walk, const Instruction *instruction)
{
    uint64_t size = instruction->imm;
    if (!(instruction->flags & FLAG_STATIC)) {
        Value count = walk_read(walk, instruction->a);
        if (count.target_count || !count.number.count ||
            __builtin_mul_overflow(number_least(&count.number), instruction->imm, &size)) {
            give_up(walk, "an array whose size is not known");
            return;
        }
    }
    bool single = walk_is_once(walk) && !walk->all->classes.data[walk_threads(walk)].many;
    uint32_t zone = zones_of_site(&walk->all->zones, ZONE_LOCAL, walk->context, walk->instruction, walk->round, single);
    add_local(walk, zone, size, single);
    Value address = value_address(zone, 0);
    walk_write(walk, instruction->dst, &address);
}

// The local may be the same object as before or another one; either way its content is arbitrary.
static void begin_life(Walk *walk, const Instruction *instruction)
{
    Value address = walk_read(walk, instruction->a);
    if (address.target_count != 1 || address.number.count) {
        give_up(walk, "a local variable that is not told apart from others");
        return;
    }
    Interpretation *all = walk->all;
    uint32_t zone = address.targets[0].object;
    const Zone *row = zone_at(&all->zones, zone);
    if (row->kind != ZONE_LOCAL) {
        give_up(walk, "the life of what is no local variable");
        return;
    }
    // An elder has an odd partner right before it: the newest object of the same place (zones_of_site).
    uint32_t newest = row->newest ? zone : zone - 1;
    if (!row->newest || (instruction->flags & FLAG_ANEW) || memory_points_to(walk, zone))
        add_local(walk, newest, instruction->imm, false);
    content_drop(&walk->state->memory, newest);
    ids_remove(&walk->state->gone, newest);
    Value fresh = value_address(newest, 0);
    walk_write(walk, instruction->dst, &fresh);
}

static void end_life(Walk *walk, const Instruction *instruction)
{
    Value address = walk_read(walk, instruction->a);
    for (uint32_t i = 0; i < address.target_count; i++) {
        uint32_t zone = address.targets[i].object;
        const Zone *row = zone_at(&walk->all->zones, zone);
        if (row->kind != ZONE_LOCAL)
            give_up(walk, "the life of what is no local variable");
        else if (!row->newest)
            retire_zone(walk, zone - 1);
        else
            ids_add(&walk->state->gone, zone);
        if (row->newest)
            content_drop(&walk->state->memory, zone);
    }
}

static void start_variadic(Walk *walk, const Instruction *instruction)
{
    Interpretation *all = walk->all;
    uint32_t zone = zones_of_site(&all->zones, ZONE_ARGUMENTS, walk->context, 0, 0, false);
    Value list = walk_read(walk, instruction->a), area = value_address(zone, 0);
    if (!ids_contain(&walk->state->existing, zone)) {
        give_up(walk, "arguments for `...` that other threads may know");
        return;
    }
    uint32_t word = pointer_bits(walk) / 8;
    Value checked = check_address(walk, &list,
                                  all->program->variadic_abi == VARIADIC_AARCH64  ? 32
                                  : all->program->variadic_abi == VARIADIC_X86_64 ? 24
                                                                                  : word,
                                  true);
    Number eight = number_constant(8), four = number_constant(4);
    Value zero = value_constant(0), general = value_constant(48), floating = value_constant(176);
    Value second = value_move(&checked, &eight, 1, 64), half = value_move(&checked, &four, 1, 64);
    switch (all->program->variadic_abi) {
    case VARIADIC_X86_64:
        put_value(walk, &checked, 4, &general);
        put_value(walk, &half, 4, &floating);
        put_value(walk, &second, 8, &area);
        break;
    case VARIADIC_AARCH64:
        put_value(walk, &checked, 8, &area);
        for (uint32_t i = 0; i < 3; i++, second = value_move(&second, &eight, 1, 64))
            put_value(walk, &second, 8, &zero);
        break;
    case VARIADIC_POINTER:
        put_value(walk, &checked, word, &area);
        break;
    case VARIADIC_UNKNOWN:
        give_up(walk, "va_start on this target");
        break;
    }
}

// --- Registers

static void write_any(Walk *walk, uint32_t target, uint32_t width)
{
    Value any = value_any(width);
    walk_write(walk, target, &any);
}

static void extend_sign(Walk *walk, const Instruction *instruction)
{
    Value value = walk_read(walk, instruction->a);
    if (value.target_count)
        value = value_any((uint32_t)instruction->imm);
    Value extended = value_number(number_sign_extend(&value.number, (uint32_t)instruction->imm, instruction->width));
    walk_write(walk, instruction->dst, &extended);
}

static void move_index(Walk *walk, const Instruction *instruction)
{
    Value base = walk_read(walk, instruction->a), index = walk_read(walk, instruction->b);
    if (index.target_count) {
        write_any(walk, instruction->dst, instruction->width);
        return;
    }
    Number scale = number_constant(instruction->imm & width_mask(instruction->width));
    Number distance = number_binary(OP_mul, &index.number, &scale, instruction->width);
    Value moved = value_move(&base, &distance, instruction->imm, instruction->width);
    walk_write(walk, instruction->dst, &moved);
}

static void select_value(Walk *walk, const Instruction *instruction)
{
    Value condition = walk_read(walk, instruction->a), result = value_none;
    Value yes = walk_read(walk, instruction->b), no = walk_read(walk, (uint32_t)instruction->imm);
    Number others = number_without(&condition.number, 0);
    if (condition.target_count || others.count)
        result = value_join(&result, &yes);
    if (condition.target_count || number_contains(&condition.number, 0))
        result = value_join(&result, &no);
    walk_write(walk, instruction->dst, &result);
}

static void compute_overflow(Walk *walk, const Instruction *instruction)
{
    static const Opcode opcodes[] = {[OVERFLOW_SADD] = OP_add, [OVERFLOW_UADD] = OP_add, [OVERFLOW_SSUB] = OP_sub,
                                     [OVERFLOW_USUB] = OP_sub, [OVERFLOW_SMUL] = OP_mul, [OVERFLOW_UMUL] = OP_mul};
    Value left = walk_read(walk, instruction->a), right = walk_read(walk, instruction->b);
    OverflowOperation operation = (OverflowOperation)instruction->imm;
    bool is_signed = operation == OVERFLOW_SADD || operation == OVERFLOW_SSUB || operation == OVERFLOW_SMUL;
    bool overflows = !is_signed || may_overflow(opcodes[operation], &left, &right, instruction->width);
    Value wrapped = value_binary(opcodes[operation], &left, &right, instruction->width);
    Value flag = value_number(number_between(0, overflows));
    walk_write(walk, instruction->dst, &wrapped);
    walk_write(walk, instruction->dst + 1, &flag);
}

static void require(Walk *walk, const Instruction *instruction)
{
    Value value = walk_read(walk, instruction->a);
    if (value.target_count)
        return;
    if (number_contains(&value.number, 0))
        raise_alarm(walk, (Property)instruction->b, "%s", walk->all->program->strings.data[instruction->imm]);
    refine_by_branch(walk, instruction->a, true);
}

static void require_below(Walk *walk, const Instruction *instruction)
{
    Value value = walk_read(walk, instruction->a);
    Number allowed = instruction->imm ? number_between(0, instruction->imm - 1) : (Number){0};
    if (value.target_count || !number_includes(&allowed, &value.number))
        raise_alarm(walk, PROPERTY_MEMORY, "%s", walk->all->program->strings.data[instruction->b]);
    if (!value.target_count)
        refine_by_case(walk, instruction->a, &allowed);
}

// A value that the function must return and does not: what its caller makes of it is a violation unless nobody uses it.
static void unfinished(Walk *walk, const Instruction *instruction)
{
    Value value = walk_read(walk, instruction->a);
    uint64_t word;
    if (!value_is_constant(&value, &word) || word)
        give_up(walk, "a function that may lack the value it must return");
}

static void pass_back_edge(Walk *walk, const Instruction *instruction)
{
    if (!(instruction->flags & FLAG_COUNTS) && !walk->state->effect)
        raise_alarm(walk, PROPERTY_DEADLOCK, "a loop that may be one of waiting");
    walk->state->effect = false;
}

static void truncate_value(Walk *walk, const Instruction *instruction)
{
    Value value = walk_read(walk, instruction->a), fitted = fit(walk, &value, instruction->width);
    walk_write(walk, instruction->dst, &fitted);
}

static void take_thread_local(Walk *walk, const Instruction *instruction)
{
    uint32_t zone = zones_of_thread_local(&walk->all->zones, (uint32_t)instruction->imm, walk_threads(walk));
    Value address = value_address(zone, 0);
    walk_write(walk, instruction->dst, &address);
}

static void copy_bytes(Walk *walk, const Instruction *instruction)
{
    Value to = walk_read(walk, instruction->a), from = walk_read(walk, instruction->b);
    Value size = walk_read(walk, (uint32_t)instruction->imm);
    copy_memory(walk, &to, &from, &size, instruction->flags & FLAG_DISJOINT);
    write_any(walk, instruction->dst, 64);
    write_any(walk, instruction->dst + 1, 64);
}

static void fill_bytes(Walk *walk, const Instruction *instruction)
{
    Value to = walk_read(walk, instruction->a), byte = walk_read(walk, instruction->b);
    Value size = walk_read(walk, (uint32_t)instruction->imm);
    fill_memory(walk, &to, &byte, &size);
    write_any(walk, instruction->dst, 64);
}

static void unset(Walk *walk, const Instruction *instruction)
{
    Value address = walk_address(walk, instruction->b, instruction->imm), any = value_any(instruction->width);
    write_memory(walk, &address, access_size(instruction), &any, is_atomic(walk, instruction));
}

static bool transfer_memory(Walk *walk, const Instruction *instruction)
{
    switch ((Opcode)instruction->opcode) {
    case OP_load:
        load(walk, instruction);
        return true;
    case OP_store:
        store(walk, instruction);
        return true;
    case OP_unset:
        unset(walk, instruction);
        return true;
    case OP_exchange:
        exchange(walk, instruction);
        return true;
    case OP_compare_exchange:
        compare_exchange(walk, instruction);
        return true;
    case OP_copy:
        copy_bytes(walk, instruction);
        return true;
    case OP_fill:
        fill_bytes(walk, instruction);
        return true;
    case OP_variadic_start:
        start_variadic(walk, instruction);
        return true;
    case OP_thread_local:
        take_thread_local(walk, instruction);
        return true;
    case OP_alloca:
        allocate_local(walk, instruction);
        return true;
    case OP_life_begin:
        begin_life(walk, instruction);
        return true;
    case OP_life_end:
        end_life(walk, instruction);
        return true;
    default:
        return false;
    }
}

static bool transfer_check(Walk *walk, const Instruction *instruction)
{
    switch ((Opcode)instruction->opcode) {
    case OP_require:
        require(walk, instruction);
        return true;
    case OP_require_below:
        require_below(walk, instruction);
        return true;
    case OP_unfinished:
        unfinished(walk, instruction);
        return true;
    case OP_loop_back:
        pass_back_edge(walk, instruction);
        return true;
    case OP_fence:
    case OP_mark:
    case OP_point:
    case OP_loop_enter:
        return true;
    default:
        return false;
    }
}

static bool transfer_register(Walk *walk, const Instruction *instruction)
{
    Value value;
    switch ((Opcode)instruction->opcode) {
    case OP_constant:
        value = zones_value_of_word(&walk->all->zones, instruction->imm);
        walk_write(walk, instruction->dst, &value);
        return true;
    case OP_move:
        value = walk_read(walk, instruction->a);
        walk_write(walk, instruction->dst, &value);
        return true;
    case OP_select:
        select_value(walk, instruction);
        return true;
    case OP_truncate:
        truncate_value(walk, instruction);
        return true;
    case OP_sign_extend:
        extend_sign(walk, instruction);
        return true;
    case OP_index:
        move_index(walk, instruction);
        return true;
    case OP_overflow:
        compute_overflow(walk, instruction);
        return true;
    case OP_population:
    case OP_leading_zeros:
    case OP_trailing_zeros:
        value = value_number(number_between(0, 64));
        walk_write(walk, instruction->dst, &value);
        return true;
    case OP_float_compare:
        value = value_number(number_between(0, 1));
        walk_write(walk, instruction->dst, &value);
        return true;
    default:
        return false;
    }
}

static void read_uninitialised(Walk *walk, const Instruction *instruction)
{
    Value any = value_any(instruction->width), set = value_constant(1);
    if (instruction->flags & FLAG_ONCE) {
        Value before = walk_read(walk, instruction->dst);
        any = value_join(&any, &before);
        walk_write(walk, instruction->a, &set);
    }
    walk_write(walk, instruction->dst, &any);
}

// Operations of which no more is known than how many bits the result has.
static bool transfer_unknown(Walk *walk, const Instruction *instruction)
{
    switch ((Opcode)instruction->opcode) {
    case OP_byte_swap:
    case OP_bit_reverse:
    case OP_funnel_left:
    case OP_funnel_right:
    case OP_multiply_high:
    case OP_saturate:
    case OP_float_add:
    case OP_float_sub:
    case OP_float_mul:
    case OP_float_div:
    case OP_float_rem:
    case OP_float_neg:
    case OP_float_to_signed:
    case OP_float_to_unsigned:
    case OP_signed_to_float:
    case OP_unsigned_to_float:
    case OP_float_extend:
    case OP_float_truncate:
        write_any(walk, instruction->dst, 64);
        return true;
    case OP_absolute:
        raise_alarm(walk, PROPERTY_OVERFLOW, "an absolute value that may not fit");
        write_any(walk, instruction->dst, 64);
        return true;
    case OP_uninitialised:
        read_uninitialised(walk, instruction);
        return true;
    default:
        return false;
    }
}

static bool transfer_binary(Walk *walk, const Instruction *instruction)
{
    switch ((Opcode)instruction->opcode) {
#define BINARY_CASES(name)                                                                              \
    case OP_##name:                                                                                     \
        binary(walk, instruction, OP_##name, walk_read(walk, instruction->b));                          \
        return true;                                                                                    \
    case OP_##name##_imm:                                                                               \
        binary(walk, instruction, OP_##name, zones_value_of_word(&walk->all->zones, instruction->imm)); \
        return true;
        BINARY_TABLE(BINARY_CASES)
#undef BINARY_CASES
    default:
        return false;
    }
}

void transfer(Walk *walk)
{
    const Instruction *instruction = walk_instruction(walk);
    relate_before(walk, instruction);
    if (!transfer_memory(walk, instruction) && !transfer_check(walk, instruction) &&
        !transfer_register(walk, instruction) && !transfer_binary(walk, instruction) &&
        !transfer_unknown(walk, instruction))
        give_up(walk, "the instruction %s", opcode_name(instruction->opcode));
    relate_after(walk, instruction);
    if (instruction->opcode == OP_load && !walk->ended) {
        Value read = walk_read(walk, instruction->dst);
        observe(walk, &read, NULL);
    }
}
