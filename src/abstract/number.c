#include "abstract/number.h"

#include <stdlib.h>

#include "base/fail.h"
#include "machine/arithmetic.h"

Number number_constant(uint64_t word)
{
    return number_between(word, word);
}

Number number_between(uint64_t low, uint64_t high)
{
    return low > high ? (Number){0} : (Number){.count = 1, .ranges = {{low, high}}};
}

Number number_any(uint32_t width)
{
    return number_between(0, width_mask(width));
}

bool number_is_empty(const Number *number)
{
    return !number->count;
}

bool number_is_constant(const Number *number, uint64_t *word)
{
    if (number->count != 1 || number->ranges[0].low != number->ranges[0].high)
        return false;
    *word = number->ranges[0].low;
    return true;
}

bool number_contains(const Number *number, uint64_t word)
{
    for (uint32_t i = 0; i < number->count; i++)
        if (word >= number->ranges[i].low && word <= number->ranges[i].high)
            return true;
    return false;
}

bool number_includes(const Number *number, const Number *other)
{
    for (uint32_t i = 0, j = 0; i < other->count; i++) {
        while (j < number->count && number->ranges[j].high < other->ranges[i].low)
            j++;
        if (j == number->count || number->ranges[j].low > other->ranges[i].low ||
            number->ranges[j].high < other->ranges[i].high)
            return false;
    }
    return true;
}

uint64_t number_least(const Number *number)
{
    CHECK(number->count);
    return number->ranges[0].low;
}

uint64_t number_greatest(const Number *number)
{
    CHECK(number->count);
    return number->ranges[number->count - 1].high;
}

// Ranges that are being collected: as many as two operands have together, or the products of their parts.
enum { GATHERED = 4 * NUMBER_RANGES * NUMBER_RANGES };

typedef struct Gathered {
    uint32_t count;
    Range ranges[GATHERED];
} Gathered;

static void gather(Gathered *gathered, uint64_t low, uint64_t high)
{
    CHECK(gathered->count < GATHERED);
    gathered->ranges[gathered->count++] = (Range){low, high};
}

static int compare_ranges(const void *left, const void *right)
{
    const Range *a = left, *b = right;
    return a->low < b->low ? -1 : a->low > b->low;
}

static void join_closest(Gathered *sorted)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i + 1 < sorted->count; i++)
        if (sorted->ranges[i + 1].low - sorted->ranges[i].high <
            sorted->ranges[best + 1].low - sorted->ranges[best].high)
            best = i;
    sorted->ranges[best].high = sorted->ranges[best + 1].high;
    for (uint32_t i = best + 1; i + 1 < sorted->count; i++)
        sorted->ranges[i] = sorted->ranges[i + 1];
    sorted->count--;
}

// What overlaps or touches becomes one range, and so do those with the smallest gaps until there are few enough.
static Number settle(Gathered *gathered)
{
    qsort(gathered->ranges, gathered->count, sizeof *gathered->ranges, compare_ranges);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < gathered->count; i++) {
        Range range = gathered->ranges[i];
        Range *last = kept ? &gathered->ranges[kept - 1] : NULL;
        if (last && (range.low <= last->high || range.low - last->high == 1)) {
            if (range.high > last->high)
                last->high = range.high;
        } else {
            gathered->ranges[kept++] = range;
        }
    }
    gathered->count = kept;
    while (gathered->count > NUMBER_RANGES)
        join_closest(gathered);
    Number number = {.count = gathered->count};
    for (uint32_t i = 0; i < gathered->count; i++)
        number.ranges[i] = gathered->ranges[i];
    return number;
}

Number number_join(const Number *left, const Number *right)
{
    Gathered gathered = {0};
    for (uint32_t i = 0; i < left->count; i++)
        gather(&gathered, left->ranges[i].low, left->ranges[i].high);
    for (uint32_t i = 0; i < right->count; i++)
        gather(&gathered, right->ranges[i].low, right->ranges[i].high);
    return settle(&gathered);
}

static uint64_t threshold_below(const Thresholds *thresholds, uint64_t word)
{
    uint64_t best = 0;
    for (uint32_t i = 0; i < thresholds->words.count && thresholds->words.data[i] <= word; i++)
        best = thresholds->words.data[i];
    return best;
}

static uint64_t threshold_above(const Thresholds *thresholds, uint64_t word)
{
    for (uint32_t i = 0; i < thresholds->words.count; i++)
        if (thresholds->words.data[i] >= word)
            return thresholds->words.data[i];
    return UINT64_MAX;
}

static bool is_low_bound(const Number *number, uint64_t word)
{
    for (uint32_t i = 0; i < number->count; i++)
        if (number->ranges[i].low == word)
            return true;
    return false;
}

static bool is_high_bound(const Number *number, uint64_t word)
{
    for (uint32_t i = 0; i < number->count; i++)
        if (number->ranges[i].high == word)
            return true;
    return false;
}

Number number_widen(const Number *before, const Number *now, const Thresholds *thresholds)
{
    if (number_includes(before, now))
        return *before;
    Number joined = number_join(before, now);
    Gathered gathered = {0};
    for (uint32_t i = 0; i < joined.count; i++) {
        Range range = joined.ranges[i];
        if (!is_low_bound(before, range.low))
            range.low = threshold_below(thresholds, range.low);
        if (!is_high_bound(before, range.high))
            range.high = threshold_above(thresholds, range.high);
        gather(&gathered, range.low, range.high);
    }
    return settle(&gathered);
}

Number number_meet(const Number *left, const Number *right)
{
    Gathered gathered = {0};
    for (uint32_t i = 0; i < left->count; i++)
        for (uint32_t j = 0; j < right->count; j++) {
            uint64_t low = left->ranges[i].low > right->ranges[j].low ? left->ranges[i].low : right->ranges[j].low;
            uint64_t high = left->ranges[i].high < right->ranges[j].high ? left->ranges[i].high : right->ranges[j].high;
            if (low <= high)
                gather(&gathered, low, high);
        }
    return settle(&gathered);
}

Number number_without(const Number *number, uint64_t word)
{
    Gathered gathered = {0};
    for (uint32_t i = 0; i < number->count; i++) {
        Range range = number->ranges[i];
        if (word < range.low || word > range.high) {
            gather(&gathered, range.low, range.high);
            continue;
        }
        if (range.low < word)
            gather(&gathered, range.low, word - 1);
        if (range.high > word)
            gather(&gathered, word + 1, range.high);
    }
    // A hole that would make a range too many is not worth a gap elsewhere.
    return gathered.count > NUMBER_RANGES ? *number : settle(&gathered);
}

// All words from `low` to `high`, taken modulo 2^width.
static void gather_wrapped(Gathered *gathered, Wide low, Wide high, uint32_t width)
{
    uint64_t mask = width_mask(width);
    if (high - low >= (Wide)mask) {
        gather(gathered, 0, mask);
        return;
    }
    uint64_t first = (uint64_t)low & mask, last = (uint64_t)high & mask;
    if (first <= last) {
        gather(gathered, first, last);
    } else {
        gather(gathered, first, mask);
        gather(gathered, 0, last);
    }
}

Number number_truncate(const Number *number, uint32_t width)
{
    Gathered gathered = {0};
    for (uint32_t i = 0; i < number->count; i++)
        gather_wrapped(&gathered, number->ranges[i].low, number->ranges[i].high, width);
    return settle(&gathered);
}

// Parts of a number as ranges of signed values of so many bits; at most one more than it has.
typedef struct SignedRanges {
    uint32_t count;
    struct {
        int64_t low, high;
    } ranges[NUMBER_RANGES + 1];
} SignedRanges;

static void add_signed(SignedRanges *out, uint64_t low, uint64_t high, uint32_t width)
{
    out->ranges[out->count].low = signed_value(low, width);
    out->ranges[out->count++].high = signed_value(high, width);
}

static SignedRanges split_signs(const Number *number, uint32_t width)
{
    SignedRanges out = {0};
    Number fitting = number_truncate(number, width);
    uint64_t first_negative = UINT64_C(1) << (width - 1);
    for (uint32_t i = 0; i < fitting.count; i++) {
        Range range = fitting.ranges[i];
        if (range.low < first_negative && range.high >= first_negative) {
            add_signed(&out, range.low, first_negative - 1, width);
            add_signed(&out, first_negative, range.high, width);
        } else {
            add_signed(&out, range.low, range.high, width);
        }
    }
    return out;
}

void number_signed_bounds(const Number *number, uint32_t width, int64_t *least, int64_t *greatest)
{
    SignedRanges parts = split_signs(number, width);
    CHECK(parts.count);
    *least = parts.ranges[0].low;
    *greatest = parts.ranges[0].high;
    for (uint32_t i = 1; i < parts.count; i++) {
        if (parts.ranges[i].low < *least)
            *least = parts.ranges[i].low;
        if (parts.ranges[i].high > *greatest)
            *greatest = parts.ranges[i].high;
    }
}

Number number_sign_extend(const Number *number, uint32_t from, uint32_t to)
{
    SignedRanges parts = split_signs(number, from);
    Gathered gathered = {0};
    for (uint32_t i = 0; i < parts.count; i++)
        gather_wrapped(&gathered, parts.ranges[i].low, parts.ranges[i].high, to);
    return settle(&gathered);
}

// The least word of ones only that is not less.
static uint64_t ones_above(uint64_t word)
{
    return word ? UINT64_MAX >> __builtin_clzll(word) : 0;
}

static bool fits_signed(Wide value, uint32_t width)
{
    return value >= -((Wide)1 << (width - 1)) && value < (Wide)1 << (width - 1);
}

static void multiply_signed(Gathered *out, int64_t a, int64_t b, int64_t c, int64_t d, uint32_t width)
{
    Wide corners[4] = {(Wide)a * c, (Wide)a * d, (Wide)b * c, (Wide)b * d}, low = corners[0], high = corners[0];
    for (uint32_t i = 1; i < 4; i++) {
        low = corners[i] < low ? corners[i] : low;
        high = corners[i] > high ? corners[i] : high;
    }
    if (fits_signed(low, width) && fits_signed(high, width))
        gather_wrapped(out, low, high, width);
    else
        gather(out, 0, width_mask(width));
}

static Number multiply(const Number *left, const Number *right, uint32_t width)
{
    Gathered unsigned_products = {0};
    uint64_t greatest;
    bool fits = left->count && right->count &&
                !__builtin_mul_overflow(number_greatest(left), number_greatest(right), &greatest) &&
                greatest <= width_mask(width);
    if (fits) {
        for (uint32_t i = 0; i < left->count; i++)
            for (uint32_t j = 0; j < right->count; j++)
                gather(&unsigned_products, left->ranges[i].low * right->ranges[j].low,
                       left->ranges[i].high * right->ranges[j].high);
        return settle(&unsigned_products);
    }
    SignedRanges lefts = split_signs(left, width), rights = split_signs(right, width);
    Gathered products = {0};
    for (uint32_t i = 0; i < lefts.count; i++)
        for (uint32_t j = 0; j < rights.count; j++)
            multiply_signed(&products, lefts.ranges[i].low, lefts.ranges[i].high, rights.ranges[j].low,
                            rights.ranges[j].high, width);
    return settle(&products);
}

// A divisor without 0.
static Number divide(const Number *left, const Number *right)
{
    Gathered gathered = {0};
    for (uint32_t i = 0; i < left->count; i++)
        for (uint32_t j = 0; j < right->count; j++)
            gather(&gathered, left->ranges[i].low / right->ranges[j].high, left->ranges[i].high / right->ranges[j].low);
    return settle(&gathered);
}

static Number remainder_of(const Number *left, const Number *right)
{
    if (!left->count || !right->count)
        return (Number){0};
    if (number_greatest(left) < number_least(right))
        return *left;
    uint64_t most = number_greatest(right) - 1;
    return number_between(0, most < number_greatest(left) ? most : number_greatest(left));
}

static bool signs_are_plain(const Number *left, const Number *right, uint32_t width)
{
    uint64_t most = width_mask(width) >> 1;
    return left->count && right->count && number_greatest(left) <= most && number_greatest(right) <= most;
}

static Number divide_signed(const Number *left, const Number *right, uint32_t width, bool quotient)
{
    if (!left->count || !right->count)
        return (Number){0};
    if (signs_are_plain(left, right, width))
        return quotient ? divide(left, right) : remainder_of(left, right);
    int64_t least, greatest, smallest, largest;
    number_signed_bounds(left, width, &least, &greatest);
    number_signed_bounds(right, width, &smallest, &largest);
    Gathered gathered = {0};
    Wide size = -(Wide)least > greatest ? -(Wide)least : greatest;
    // The remainder has the sign of the dividend and is smaller than the divisor; a quotient is no larger than the
    // dividend, but for the least number divided by -1, which is checked apart.
    Wide divisor = -(Wide)smallest > largest ? -(Wide)smallest : largest;
    Wide most = quotient || size < divisor - 1 ? size : divisor - 1;
    gather_wrapped(&gathered, quotient || least < 0 ? -most : 0, quotient || greatest > 0 ? most : 0, width);
    return settle(&gathered);
}

static Number conjoin(const Number *left, const Number *right)
{
    if (!left->count || !right->count)
        return (Number){0};
    uint64_t mask;
    const Number *other = number_is_constant(right, &mask) ? left : right;
    if (other == right && !number_is_constant(left, &mask))
        mask = number_greatest(left) < number_greatest(right) ? number_greatest(left) : number_greatest(right);
    else if (ones_above(mask) == mask && number_greatest(other) <= mask)
        return *other; // the low bits of a word that has no others
    return number_between(0, mask);
}

static Number disjoin(const Number *left, const Number *right, bool exclusive)
{
    if (!left->count || !right->count)
        return (Number){0};
    uint64_t most = ones_above(number_greatest(left) | number_greatest(right));
    uint64_t least = number_least(left) > number_least(right) ? number_least(left) : number_least(right);
    return number_between(exclusive ? 0 : least, most);
}

static Number shift_left(const Number *left, uint64_t amount, uint32_t width)
{
    Gathered gathered = {0};
    for (uint32_t i = 0; i < left->count; i++) {
        if (amount < 64 && left->ranges[i].high <= width_mask(width) >> amount)
            gather(&gathered, left->ranges[i].low << amount, left->ranges[i].high << amount);
        else
            gather(&gathered, 0, width_mask(width));
    }
    return settle(&gathered);
}

static Number shift_right(const Number *left, uint64_t amount, uint32_t width, bool keeps_sign)
{
    Gathered gathered = {0};
    if (!keeps_sign) {
        for (uint32_t i = 0; i < left->count; i++)
            gather(&gathered, left->ranges[i].low >> amount, left->ranges[i].high >> amount);
        return settle(&gathered);
    }
    SignedRanges parts = split_signs(left, width);
    for (uint32_t i = 0; i < parts.count; i++)
        gather_wrapped(&gathered, parts.ranges[i].low >> amount, parts.ranges[i].high >> amount, width);
    return settle(&gathered);
}

static Number shift(Opcode opcode, const Number *left, const Number *right, uint32_t width)
{
    uint64_t amount;
    if (!left->count || !right->count)
        return (Number){0};
    if (!number_is_constant(right, &amount) || amount >= width)
        return opcode == OP_lshr ? number_between(0, number_greatest(left)) : number_any(width);
    if (opcode == OP_shl)
        return shift_left(left, amount, width);
    return shift_right(left, amount, width, opcode == OP_ashr);
}

static Number add_or_subtract(Opcode opcode, const Number *left, const Number *right, uint32_t width)
{
    Gathered gathered = {0};
    for (uint32_t i = 0; i < left->count; i++)
        for (uint32_t j = 0; j < right->count; j++) {
            Range a = left->ranges[i], b = right->ranges[j];
            if (opcode == OP_add)
                gather_wrapped(&gathered, (Wide)a.low + b.low, (Wide)a.high + b.high, width);
            else
                gather_wrapped(&gathered, (Wide)a.low - b.high, (Wide)a.high - b.low, width);
        }
    return settle(&gathered);
}

// Whether the comparison may hold, and whether it may not.
static Number compare(Opcode opcode, const Number *left, const Number *right, uint32_t width)
{
    if (!left->count || !right->count)
        return (Number){0};
    Number holds = number_refine(opcode, left, right, width);
    Number fails = number_refine(comparison_negate(opcode), left, right, width);
    return number_between(fails.count ? 0 : 1, holds.count ? 1 : 0);
}

Number number_binary(Opcode opcode, const Number *left, const Number *right, uint32_t width)
{
    uint64_t a, b, result;
    if (number_is_constant(left, &a) && number_is_constant(right, &b) && compute_binary(opcode, a, b, width, &result))
        return number_constant(result);
    Number divisor = number_without(right, 0);
    switch (opcode) {
    case OP_add:
    case OP_sub:
        return add_or_subtract(opcode, left, right, width);
    case OP_mul:
        return multiply(left, right, width);
    case OP_udiv:
        return number_contains(&divisor, 0) ? number_any(width) : divide(left, &divisor);
    case OP_urem:
        return number_contains(&divisor, 0) ? number_any(width) : remainder_of(left, &divisor);
    case OP_sdiv:
    case OP_srem:
        return number_contains(&divisor, 0) ? number_any(width)
                                            : divide_signed(left, &divisor, width, opcode == OP_sdiv);
    case OP_and:
        return conjoin(left, right);
    case OP_or:
    case OP_xor:
        return disjoin(left, right, opcode == OP_xor);
    case OP_shl:
    case OP_lshr:
    case OP_ashr:
        return shift(opcode, left, right, width);
    default:
        CHECK(opcode_compares(opcode));
        return compare(opcode, left, right, width);
    }
}

Opcode comparison_negate(Opcode opcode)
{
    switch (opcode) {
    case OP_eq:
        return OP_ne;
    case OP_ne:
        return OP_eq;
    case OP_ult:
        return OP_uge;
    case OP_ule:
        return OP_ugt;
    case OP_ugt:
        return OP_ule;
    case OP_uge:
        return OP_ult;
    case OP_slt:
        return OP_sge;
    case OP_sle:
        return OP_sgt;
    case OP_sgt:
        return OP_sle;
    case OP_sge:
        return OP_slt;
    default:
        INTERNAL_ERROR("%s is no comparison", opcode_name(opcode));
    }
}

Opcode comparison_mirror(Opcode opcode)
{
    switch (opcode) {
    case OP_ult:
        return OP_ugt;
    case OP_ule:
        return OP_uge;
    case OP_ugt:
        return OP_ult;
    case OP_uge:
        return OP_ule;
    case OP_slt:
        return OP_sgt;
    case OP_sle:
        return OP_sge;
    case OP_sgt:
        return OP_slt;
    case OP_sge:
        return OP_sle;
    default:
        return opcode;
    }
}

// Words whose signed values are between two numbers.
static Number signed_between(Wide low, Wide high, uint32_t width)
{
    Gathered gathered = {0};
    if (low <= high)
        gather_wrapped(&gathered, low, high, width);
    return settle(&gathered);
}

Number number_refine(Opcode opcode, const Number *left, const Number *right, uint32_t width)
{
    if (!left->count || !right->count)
        return (Number){0};
    uint64_t mask = width_mask(width), most = number_greatest(right), least = number_least(right);
    int64_t smallest, largest;
    number_signed_bounds(right, width, &smallest, &largest);
    Wide bottom = -((Wide)1 << (width - 1)), top = ((Wide)1 << (width - 1)) - 1;
    Number allowed;
    uint64_t word;
    switch (opcode) {
    case OP_eq:
        return number_meet(left, right);
    case OP_ne:
        return number_is_constant(right, &word) ? number_without(left, word) : *left;
    case OP_ult:
        allowed = most ? number_between(0, most - 1) : (Number){0};
        break;
    case OP_ule:
        allowed = number_between(0, most);
        break;
    case OP_ugt:
        allowed = least < mask ? number_between(least + 1, mask) : (Number){0};
        break;
    case OP_uge:
        allowed = number_between(least, mask);
        break;
    case OP_slt:
        allowed = signed_between(bottom, (Wide)largest - 1, width);
        break;
    case OP_sle:
        allowed = signed_between(bottom, largest, width);
        break;
    case OP_sgt:
        allowed = signed_between((Wide)smallest + 1, top, width);
        break;
    case OP_sge:
        allowed = signed_between(smallest, top, width);
        break;
    default:
        INTERNAL_ERROR("%s is no comparison", opcode_name(opcode));
    }
    return number_meet(left, &allowed);
}

void thresholds_add(Thresholds *thresholds, uint64_t word)
{
    vector_push(&thresholds->words, word);
}

static int compare_words(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

void thresholds_sort(Thresholds *thresholds)
{
    if (!thresholds->words.count)
        return;
    qsort(thresholds->words.data, thresholds->words.count, sizeof(uint64_t), compare_words);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < thresholds->words.count; i++)
        if (thresholds->words.data[i] != thresholds->words.data[kept - 1])
            thresholds->words.data[kept++] = thresholds->words.data[i];
    thresholds->words.count = kept;
}
