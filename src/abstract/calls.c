// Calls of functions that the machine performs itself. Each has its case; what has none is given up on.
#include <ctype.h>
#include <string.h>

#include "abstract/interpretation.h"

static uint32_t result_width(const CallOperands *operands)
{
    return operands->result_width ? operands->result_width : 64;
}

static void return_any(Walk *walk, const CallOperands *operands, uint32_t dst)
{
    walk_return(walk, operands, dst, value_any(result_width(operands)));
}

static Value argument(const Walk *walk, const CallOperands *operands, uint32_t index)
{
    return walk_read(walk, operands->arguments[index]);
}

void set_errno(Walk *walk)
{
    Interpretation *all = walk->all;
    for (uint32_t i = 0; i < all->program->globals.count; i++) {
        const Global *global = &all->program->globals.data[i];
        if (!global->from_model || !global->thread_local_ || strcmp(global->name, "__errno_location.value"))
            continue;
        Target at = {.object = zones_of_thread_local(&all->zones, i, walk_threads(walk))};
        Value any = value_any(32);
        content_add(&walk->state->memory, &all->values, at, 4, &any, state_ground(walk), NULL);
    }
}

// --- The heap

static void allocate(Walk *walk, const CallOperands *operands, uint32_t dst, Value size, bool zeroed)
{
    Interpretation *all = walk->all;
    enum { ALWAYS_POSSIBLE = 1 << 30 };
    bool possible = !size.target_count && size.number.count;
    bool may_fail = !possible || number_greatest(&size.number) > ALWAYS_POSSIBLE || all->rules.malloc_may_fail;
    bool single = walk_is_once(walk) && !all->classes.data[walk_threads(walk)].many;
    uint32_t zone = zones_of_site(&all->zones, ZONE_BLOCK, walk->context, walk->instruction, walk->round, single);
    Zone *newest = &all->zones.rows.data[zone], *elder = &all->zones.rows.data[newest->elder];
    newest->zeroed = elder->zeroed = zeroed;
    uint64_t least = possible ? number_least(&size.number) : 0;
    bool differs = newest->size != UINT64_MAX && newest->size != least;
    if (!newest->larger && (differs || !possible || number_greatest(&size.number) != least)) {
        newest->larger = elder->larger = true;
        note_change(all);
    }
    add_object(walk, zone, least, single);
    Value address = value_address(zone, 0), null = value_constant(0);
    if (may_fail) {
        address = value_join(&address, &null);
        set_errno(walk);
    }
    walk->state->effect = true;
    walk_return(walk, operands, dst, address);
}

// Of a size that does not fit nothing is known.
static Value product(const Value *left, const Value *right, uint32_t width)
{
    uint64_t most;
    bool fits = !left->target_count && !right->target_count && left->number.count && right->number.count &&
                !__builtin_mul_overflow(number_greatest(&left->number), number_greatest(&right->number), &most);
    return fits ? value_binary(OP_mul, left, right, width) : value_any(64);
}

static void free_block(Walk *walk, const Value *address)
{
    Interpretation *all = walk->all;
    Number others = number_without(&address->number, 0);
    if (others.count)
        give_up(walk, "the freeing of what may be any address");
    for (uint32_t i = 0; i < address->target_count; i++) {
        Target at = address->targets[i];
        const Zone *zone = zone_at(&all->zones, at.object);
        bool certain = zone->single && address->target_count == 1;
        if (zone->kind != ZONE_BLOCK || at.low || at.high) {
            raise_alarm(walk, PROPERTY_MEMORY, "the freeing of what may be no block");
            continue;
        }
        if (!certain || zone->may_be_gone || ids_contain(&walk->state->gone, at.object))
            raise_alarm(walk, PROPERTY_MEMORY, "the freeing of a block that may be freed already");
        note_access(walk, at, zone->size ? zone->size : 1, true, false);
        ids_add(&walk->state->gone, at.object);
        if (!zone->newest && !is_alone(walk) && !zone->may_be_gone) {
            all->zones.rows.data[at.object].may_be_gone = true;
            note_change(all);
        }
    }
    walk->state->effect = true;
}

// --- Output

static const char *constant_text(const Walk *walk, const Value *address, uint64_t *room)
{
    if (address->target_count != 1 || address->number.count || address->targets[0].stride)
        return NULL;
    const Zone *zone = zone_at(&walk->all->zones, address->targets[0].object);
    if (zone->kind != ZONE_GLOBAL || !zone->constant || address->targets[0].low < 0 ||
        (uint64_t)address->targets[0].low >= zone->size)
        return NULL;
    const Global *global = &walk->all->program->globals.data[zone->id];
    *room = zone->size - (uint64_t)address->targets[0].low;
    const char *text = global->bytes ? (const char *)global->bytes + address->targets[0].low : "";
    return global->bytes && !memchr(text, 0, *room) ? NULL : text;
}

// The argument for `...` of that number, each of which has a word of its own.
static Value variadic_argument(Walk *walk, const Value *list, uint32_t number)
{
    Interpretation *all = walk->all;
    uint32_t word = all->program->layout.pointer_bits / 8;
    Number eight = number_constant(all->program->variadic_abi == VARIADIC_X86_64 ? 8 : 0);
    Value place = value_move(list, &eight, 1, word * 8);
    Value area = read_memory(walk, &place, word, false);
    Number distance = number_constant((uint64_t)number * word);
    Value at = value_move(&area, &distance, 1, word * 8);
    return walk->ended ? value_none : read_memory(walk, &at, word, false);
}

// Goes over one conversion of a format, after the `%`; counts the arguments that it takes. False: it is not known.
static bool skip_conversion(const char **text, uint32_t *arguments, char *conversion)
{
    const char *at = *text;
    while (*at && strchr("-+ #0123456789.*hlzjt", *at))
        *arguments += *at++ == '*';
    *conversion = *at;
    *text = at + (*at != 0);
    return *at && strchr("diuxXocpeEfFgGaAs%", *at);
}

static void print(Walk *walk, const CallOperands *operands, uint32_t dst)
{
    Value format = argument(walk, operands, 1), list = argument(walk, operands, 2);
    uint64_t room;
    uint32_t number = 0;
    const char *text = constant_text(walk, &format, &room);
    if (!text) {
        give_up(walk, "a format that is no constant");
        return;
    }
    for (; *text && !walk->ended;) {
        char conversion;
        if (*text++ != '%')
            continue;
        if (!skip_conversion(&text, &number, &conversion) || walk->all->program->layout.pointer_bits != 64) {
            give_up(walk, "a conversion of a format");
            return;
        }
        if (conversion == '%')
            continue;
        Value printed = conversion == 's' ? variadic_argument(walk, &list, number) : value_none;
        if (conversion == 's' && !constant_text(walk, &printed, &room)) {
            give_up(walk, "a text that is printed and no constant");
            return;
        }
        number++;
    }
    walk_return(walk, operands, dst, value_any(31));
}

static void write_out(Walk *walk, const CallOperands *operands, uint32_t dst)
{
    Value address = argument(walk, operands, 1), size = argument(walk, operands, 2);
    if (size.target_count || !size.number.count) {
        give_up(walk, "a size of which nothing is known");
        return;
    }
    uint64_t most = number_greatest(&size.number);
    if (most) {
        Value checked = check_address(walk, &address, most, false);
        for (uint32_t i = 0; i < checked.target_count; i++)
            note_access(walk, checked.targets[i], most, false, false);
    }
    walk_return(walk, operands, dst, size);
}

// --- Properties and inputs

static void assert_that(Walk *walk, const CallOperands *operands)
{
    Value condition = argument(walk, operands, 0);
    if (condition.target_count || number_contains(&condition.number, 0))
        raise_alarm(walk, PROPERTY_ASSERTION, "an assertion that may fail");
    refine_by_branch(walk, operands->arguments[0], true);
}

static void fail(Walk *walk, Property property, const char *what)
{
    raise_alarm(walk, property, "%s", what);
    walk->ended = true;
}

static void make_arbitrary(Walk *walk, const CallOperands *operands)
{
    Value address = argument(walk, operands, 0), size = argument(walk, operands, 1), any = value_any(8);
    fill_memory(walk, &address, &any, &size);
    walk->state->effect = true;
}

static void read_input(Walk *walk, Intrinsic intrinsic, const CallOperands *operands, uint32_t dst)
{
    const Instruction *instruction = walk_instruction(walk);
    uint64_t bits = result_width(operands), given;
    if (intrinsic == INTRINSIC_input) {
        Value width = argument(walk, operands, 1);
        bits = value_is_constant(&width, &given) && given && given < 64 ? given : 64;
    } else if (instruction->opcode == OP_call) {
        const char *name = walk->all->program->functions.data[instruction->imm].name;
        bits = strstr(name, "bool") || strstr(name, "Bool") ? 1 : bits;
    }
    walk->state->effect = true;
    walk_return(walk, operands, dst, value_any((uint32_t)bits));
}

static bool call_about_properties(Walk *walk, Intrinsic intrinsic, const CallOperands *operands, uint32_t dst)
{
    switch (intrinsic) {
    case INTRINSIC_assert_fail:
    case INTRINSIC_assert_bsd:
    case INTRINSIC_assert_perror_fail:
    case INTRINSIC_reach_error:
    case INTRINSIC_verifier_error:
        fail(walk, PROPERTY_ASSERTION, "an assertion that may fail");
        return true;
    case INTRINSIC_cprover_assert:
    case INTRINSIC_klee_assert:
        assert_that(walk, operands);
        return true;
    case INTRINSIC_verifier_assume:
    case INTRINSIC_cprover_assume:
    case INTRINSIC_klee_assume:
        refine_by_branch(walk, operands->arguments[0], true);
        return true;
    case INTRINSIC_klee_make_symbolic:
    case INTRINSIC_nondet_memory:
        make_arbitrary(walk, operands);
        return true;
    case INTRINSIC_nondet:
    case INTRINSIC_input:
        read_input(walk, intrinsic, operands, dst);
        return true;
    case INTRINSIC_abort:
    case INTRINSIC_trap:
        fail(walk, PROPERTY_ABORT, "abort, or a trap");
        return true;
    case INTRINSIC_misuse:
        fail(walk, PROPERTY_LOCK, "a misuse of the library");
        return true;
    case INTRINSIC_process_exit:
        walk->ended = true;
        return true;
    default:
        return false;
    }
}

static bool call_about_memory(Walk *walk, Intrinsic intrinsic, const CallOperands *operands, uint32_t dst)
{
    Value size;
    switch (intrinsic) {
    case INTRINSIC_malloc:
        allocate(walk, operands, dst, argument(walk, operands, 0), false);
        return true;
    case INTRINSIC_aligned_alloc:
    case INTRINSIC_memalign:
        allocate(walk, operands, dst, argument(walk, operands, 1), false);
        return true;
    case INTRINSIC_calloc: {
        Value count = argument(walk, operands, 0), each = argument(walk, operands, 1);
        size = product(&count, &each, walk->all->program->layout.pointer_bits);
        allocate(walk, operands, dst, size, true);
        return true;
    }
    case INTRINSIC_free:
        size = argument(walk, operands, 0);
        free_block(walk, &size);
        return true;
    case INTRINSIC_vprint:
        print(walk, operands, dst);
        return true;
    case INTRINSIC_write:
        write_out(walk, operands, dst);
        return true;
    default:
        return false;
    }
}

static bool call_about_threads(Walk *walk, Intrinsic intrinsic, const CallOperands *operands, uint32_t dst)
{
    switch (intrinsic) {
    case INTRINSIC_pthread_create:
        create_thread(walk, operands, dst);
        return true;
    case INTRINSIC_pthread_join:
        join_thread(walk, operands, dst);
        return true;
    case INTRINSIC_pthread_detach:
        detach_thread(walk, operands, dst);
        return true;
    case INTRINSIC_pthread_self:
        return_any(walk, operands, dst);
        return true;
    case INTRINSIC_thread_end:
        end_thread(walk, operands);
        return true;
    case INTRINSIC_is_alone:
        walk_return(walk, operands, dst,
                    walk->state->untouched ? value_constant(1) : value_number(number_between(0, 1)));
        return true;
    case INTRINSIC_yield:
    case INTRINSIC_weak_order:
    case INTRINSIC_release:
    case INTRINSIC_acquire:
        return true;
    case INTRINSIC_atomic_begin:
    case INTRINSIC_cprover_atomic_begin:
        enter_section(walk);
        return true;
    case INTRINSIC_atomic_end:
    case INTRINSIC_cprover_atomic_end:
        leave_section(walk);
        return true;
    default:
        return false;
    }
}

void call_intrinsic(Walk *walk, Intrinsic intrinsic, const CallOperands *operands, uint32_t dst)
{
    if (intrinsic_sync_call(intrinsic))
        call_sync(walk, intrinsic, operands, dst);
    else if (intrinsic_is_math(intrinsic) || intrinsic == INTRINSIC_float_class)
        return_any(walk, operands, dst);
    else if (!call_about_properties(walk, intrinsic, operands, dst) &&
             !call_about_memory(walk, intrinsic, operands, dst) && !call_about_threads(walk, intrinsic, operands, dst))
        give_up(walk, "%s", intrinsic_name(intrinsic));
}
