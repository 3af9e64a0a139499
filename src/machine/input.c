#include "machine/input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"

static bool parse_value(const char *text, size_t length, uint64_t *value)
{
    char buffer[64];
    while (length && *text == ' ')
        text++, length--;
    if (!length || length >= sizeof buffer)
        return false;
    memcpy(buffer, text, length);
    buffer[length] = '\0';
    if (!strcmp(buffer, "true") || !strcmp(buffer, "false")) {
        *value = buffer[0] == 't';
        return true;
    }
    if (length == 3 && buffer[0] == '\'' && buffer[2] == '\'') {
        *value = (unsigned char)buffer[1];
        return true;
    }
    char *end;
    errno = 0;
    *value = buffer[0] == '-' ? (uint64_t)strtoll(buffer, &end, 0) : strtoull(buffer, &end, 0);
    while (*end == ' ')
        end++;
    return !errno && end != buffer && !*end;
}

bool input_plan_add(InputPlan *plan, const char *text, Text *error)
{
    const char *equals = strchr(text, '=');
    uint64_t value;
    if (equals) {
        if (equals == text || !parse_value(equals + 1, strlen(equals + 1), &value)) {
            text_format(error, "--input=%s: expected NAME=VALUE with a number", text);
            return false;
        }
        char *name = memory_copy_string(text);
        name[equals - text] = '\0';
        vector_push(&plan->named, (NamedInput){name, value});
        return true;
    }
    for (const char *cursor = text;;) {
        size_t length = strcspn(cursor, ",");
        if (!parse_value(cursor, length, &value)) {
            text_format(error, "--input=%s: '%.*s' is not a number", text, (int)length, cursor);
            return false;
        }
        vector_push(&plan->ordered, value);
        if (!cursor[length])
            return true;
        cursor += length + 1;
    }
}

void input_plan_free(InputPlan *plan)
{
    for (uint32_t i = 0; i < plan->named.count; i++)
        free((char *)plan->named.data[i].name);
    vector_free(&plan->named);
    vector_free(&plan->ordered);
    vector_free(&plan->placed);
}

// Random values favour those on which programs branch.
static uint64_t random_value(uint64_t seed, const InputValue *request, uint32_t index)
{
    uint64_t hash = hash_mix(seed ^ hash_mix(((uint64_t)request->thread << 32) + index + 1));
    uint64_t choice = hash & 7, rest = hash_mix(hash + 1);
    switch (choice) {
    case 0:
    case 1:
        return rest % 3;
    case 2:
    case 3:
        return rest % 16;
    case 4:
        return (uint64_t)0 - rest % 16;
    case 5:
        return UINT64_C(1) << rest % 64;
    case 6:
        return (UINT64_C(1) << rest % 64) - 1;
    default:
        return rest;
    }
}

void input_plan_decide(const InputPlan *plan, InputValue *input, uint32_t order, uint32_t index_in_thread)
{
    uint64_t mask = input->bits >= 64 ? UINT64_MAX : (UINT64_C(1) << input->bits) - 1;
    input->given = true;
    for (uint32_t i = 0; plan && i < plan->placed.count; i++)
        if (plan->placed.data[i].thread == input->thread && plan->placed.data[i].index == index_in_thread) {
            input->value = plan->placed.data[i].value & mask;
            input->given = !plan->placed.data[i].open;
            return;
        }
    for (uint32_t i = 0; plan && i < plan->named.count; i++)
        if (!strcmp(plan->named.data[i].name, input->name)) {
            input->value = plan->named.data[i].value & mask;
            return;
        }
    if (plan && (plan->exact || input->origin == INPUT_CALL) && order < plan->ordered.count) {
        input->value = plan->ordered.data[order] & mask;
        return;
    }
    input->given = false;
    input->value = plan && plan->random ? random_value(plan->seed, input, index_in_thread) & mask : 0;
}

Term input_symbol(InputSymbols *symbols, TermTable *terms, const InputValue *input, uint32_t index)
{
    if (!symbols)
        return term_symbol(terms, input->bits, input->name);
    uint64_t *symbol =
        map_insert(&symbols->symbols, (uint64_t)input->thread << 40 ^ (uint64_t)index << 8 ^ input->bits);
    if (!*symbol)
        *symbol = term_symbol(terms, input->bits, input->name);
    return (Term)*symbol;
}

void input_symbols_free(InputSymbols *symbols)
{
    map_free(&symbols->symbols);
}
