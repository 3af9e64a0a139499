// The parts of variables and their values the way the source writes them.
#include <inttypes.h>
#include <string.h>

#include "ir/program.h"

static bool is_aggregate(TypeKind kind)
{
    return kind == TYPE_STRUCT || kind == TYPE_UNION || kind == TYPE_ARRAY;
}

static void append_index(Text *out, uint64_t index)
{
    text_append_character(out, '[');
    text_append_unsigned(out, index);
    text_append_character(out, ']');
}

static uint32_t name_part(const Program *program, uint32_t type_id, uint64_t offset, uint64_t size, Text *out);

// The member that contains the access; in a union, the first that has a part of exactly its size, or else the first.
static const TypeMember *find_member(const Program *program, const Type *type, uint64_t offset, uint64_t size)
{
    const TypeMember *first = NULL;
    for (uint32_t i = 0; i < type->member_count; i++) {
        const TypeMember *member = &type->members[i];
        if (member->bit_size || offset < member->offset ||
            offset + size > member->offset + program->types.data[member->type].size)
            continue;
        if (type->kind == TYPE_STRUCT)
            return member;
        Text ignored = {0};
        uint32_t part = name_part(program, member->type, offset - member->offset, size, &ignored);
        text_free(&ignored);
        if (program->types.data[part].size == size)
            return member;
        if (!first)
            first = member;
    }
    return first;
}

static uint32_t name_part(const Program *program, uint32_t type_id, uint64_t offset, uint64_t size, Text *out)
{
    const Type *type = &program->types.data[type_id];
    if (type->kind == TYPE_ARRAY && type->element) {
        uint64_t stride = program->types.data[type->element].size;
        if (!stride || (offset == 0 && size == type->size && size > 8))
            return type_id;
        append_index(out, offset / stride);
        return name_part(program, type->element, offset % stride, size, out);
    }
    if (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION) {
        const TypeMember *member = find_member(program, type, offset, size);
        if (member) {
            if (*member->name)
                text_format(out, ".%s", member->name);
            return name_part(program, member->type, offset - member->offset, size, out);
        }
        if (offset)
            text_format(out, "+%" PRIu64, offset);
        return 0;
    }
    if (offset) {
        text_format(out, "+%" PRIu64, offset);
        return 0;
    }
    return type_id;
}

uint32_t program_name_access(const Program *program, uint32_t variable, uint64_t offset, uint64_t size, Text *out)
{
    const Variable *named = &program->variables.data[variable];
    text_append(out, named->name);
    uint32_t type = name_part(program, named->type, offset, size, out);
    return program->types.data[type].size == size || is_aggregate(program->types.data[type].kind) ? type : 0;
}

uint32_t program_name_block_part(const Program *program, const Position *position, uint64_t block_size, uint64_t offset,
                                 uint64_t size, Text *out)
{
    uint32_t type = position->block_type;
    uint64_t stride = program->types.data[type].size;
    if (!stride || (offset >= stride && block_size % stride) || (!offset && !size)) {
        if (offset)
            text_format(out, "+%" PRIu64, offset);
        return 0;
    }
    if (block_size / stride > 1)
        append_index(out, offset / stride);
    type = name_part(program, type, offset % stride, size, out);
    return program->types.data[type].size == size || is_aggregate(program->types.data[type].kind) ? type : 0;
}

uint32_t program_name_pointed(const Program *program, const Position *position, uint64_t block_size, uint64_t offset,
                              uint64_t size, Text *out)
{
    Text part = {0};
    uint32_t type = program_name_block_part(program, position, block_size, offset, size, &part);
    const char *rest = text_string(&part);
    text_format(out, "%s%s%s%s", *rest ? "" : "*", position->block_name, *rest == '.' ? "->" : "",
                *rest == '.' ? rest + 1 : rest);
    text_free(&part);
    return type;
}

static int64_t sign_extend(uint64_t value, uint64_t size)
{
    if (size >= 8)
        return (int64_t)value;
    uint64_t sign = UINT64_C(1) << (size * 8 - 1);
    return (int64_t)((value ^ sign) - sign);
}

void program_format_value(const Program *program, uint32_t type_id, uint64_t value, uint64_t size, Text *out)
{
    const Type *type = &program->types.data[type_id];
    int64_t number = sign_extend(value, size ? size : 8);
    switch (type->kind) {
    case TYPE_BOOLEAN:
        text_append(out, value ? "true" : "false");
        return;
    case TYPE_CHARACTER:
        if (value >= 32 && value < 127)
            text_format(out, "'%c'", (char)value);
        else
            text_append_signed(out, number);
        return;
    case TYPE_UNSIGNED:
        text_append_unsigned(out, value);
        return;
    case TYPE_FLOAT:
        if (size == 4) {
            uint32_t bits = (uint32_t)value;
            float narrow;
            memcpy(&narrow, &bits, 4);
            text_format(out, "%g", (double)narrow);
        } else {
            double wide;
            memcpy(&wide, &value, 8);
            text_format(out, "%g", wide);
        }
        return;
    case TYPE_ENUM:
        for (uint32_t i = 0; i < type->enumerator_count; i++)
            if (type->enumerators[i].value == number) {
                text_append(out, type->enumerators[i].name);
                return;
            }
        break;
    case TYPE_POINTER:
        if (!value)
            text_append(out, "NULL");
        else
            text_format(out, "0x%" PRIx64, value);
        return;
    default:
        break;
    }
    text_append_signed(out, number);
}
