// What the program prints, and the formatting of printf. One call is one step, visible if it touches shared memory: a
// string argument there is read at once, which is the one place where the library is less interleaved than a real one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "machine/state.h"
#include "machine/symbolic.h"
#include "machine/weak_memory.h"

typedef struct SharedString {
    uint64_t address;
    uint64_t size;
} SharedString;

typedef struct StoredCount {
    uint64_t address;
    uint32_t size;
    uint64_t value;
} StoredCount;

// The arguments in a va_list, which under this machine are always in one memory area (see start_variadic).
typedef struct ArgumentSource {
    Machine *machine;
    Thread *thread;
    uint64_t next;
    VECTOR(SharedString) shared; // strings in shared memory that were read
    VECTOR(StoredCount) counts;  // what %n is to store
    VECTOR(SharedString) read;   // all strings that were read, and the format
    bool pin;                    // what is made of symbolic arguments, or its length, stays in memory: they are pinned
    bool symbolic;               // otherwise: there were some
    Flow flow;                   // FLOW_NEXT while all is well
} ArgumentSource;

static void use_memory(ArgumentSource *source, uint64_t address, uint64_t size, bool pin)
{
    if (!source->machine->terms)
        return;
    if (pin)
        symbolic_pin_memory(source->machine, source->thread, address, size);
    for (uint64_t i = 0; i < size && !source->symbolic; i++)
        source->symbolic = access_content(source->machine, address + i, 1) != NO_TERM;
}

// A text that is made where something lies of which it is made.
static Flow check_disjoint(ArgumentSource *source, uint64_t buffer, uint64_t length)
{
    for (uint32_t i = 0; i < source->read.count; i++) {
        SharedString string = source->read.data[i];
        if (string.address - buffer < length || buffer - string.address < string.size)
            return machine_violate(source->machine, source->thread, PROPERTY_MEMORY,
                                   "text formatted to where it overlaps with what is formatted");
    }
    return FLOW_NEXT;
}

static void open_arguments(ArgumentSource *source, uint64_t list)
{
    const Program *program = source->machine->program;
    uint32_t word = program->layout.pointer_bits / 8;
    uint64_t field = program->variadic_abi == VARIADIC_X86_64 ? list + 8 : list;
    if (program->variadic_abi == VARIADIC_POINTER) {
        source->next = list;
        return;
    }
    source->flow = access_check(source->machine, source->thread, field, word, false);
    if (source->flow == FLOW_NEXT)
        source->next = memory_read_word(&source->machine->memory, field, word);
}

// `pin`: more depends on it than the text.
static uint64_t next_value(ArgumentSource *source, uint32_t size, bool pin)
{
    const Program *program = source->machine->program;
    uint32_t slot = program->layout.pointer_bits / 8;
    if (size > slot && program->target[0] != 'i')
        source->next = (source->next + size - 1) / size * size;
    if (source->flow == FLOW_NEXT)
        source->flow = access_check(source->machine, source->thread, source->next, size, false);
    if (source->flow != FLOW_NEXT)
        return 0;
    use_memory(source, source->next, size, pin || source->pin);
    uint64_t value = memory_read_word(&source->machine->memory, source->next, size);
    source->next += size < slot ? slot : size;
    return value;
}

static uint64_t next_argument(ArgumentSource *source, uint32_t size)
{
    return next_value(source, size, false);
}

typedef struct Conversion {
    char flags[8];
    int width;     // -1: none
    int precision; // -1: none
    uint32_t size; // bytes of an integer argument
    char letter;
    bool is_long;
    bool long_double;
} Conversion;

static const char *parse_number(const char *cursor, ArgumentSource *arguments, int *number)
{
    if (*cursor == '*') {
        *number = (int)(int32_t)next_argument(arguments, 4);
        return cursor + 1;
    }
    *number = 0;
    while (*cursor >= '0' && *cursor <= '9')
        *number = *number * 10 + (*cursor++ - '0');
    return cursor;
}

static const char *parse_conversion(const char *cursor, ArgumentSource *arguments, Conversion *conversion)
{
    uint32_t word = arguments->machine->program->layout.pointer_bits / 8, flag_count = 0;
    *conversion = (Conversion){.width = -1, .precision = -1, .size = 4};
    while (*cursor && strchr("-+ #0'", *cursor)) {
        if (flag_count < 6 && *cursor != '\'')
            conversion->flags[flag_count++] = *cursor;
        cursor++;
    }
    if (*cursor == '*' || (*cursor >= '0' && *cursor <= '9')) {
        cursor = parse_number(cursor, arguments, &conversion->width);
        if (conversion->width < 0) {
            conversion->flags[flag_count++] = '-';
            conversion->width = -conversion->width;
        }
    }
    if (*cursor == '.') {
        cursor = parse_number(cursor + 1, arguments, &conversion->precision);
        if (conversion->precision < 0)
            conversion->precision = -1;
    }
    for (uint32_t longs = 0;; cursor++) {
        if (*cursor == 'h')
            conversion->size = conversion->size == 2 ? 1 : 2;
        else if (*cursor == 'l' || *cursor == 'q') {
            conversion->is_long = true;
            conversion->size = longs++ || *cursor == 'q' ? 8 : word;
        } else if (*cursor == 'j')
            conversion->size = 8;
        else if (*cursor == 'z' || *cursor == 't')
            conversion->size = word;
        else if (*cursor == 'L')
            conversion->long_double = true;
        else
            break;
    }
    conversion->letter = *cursor;
    return *cursor ? cursor + 1 : cursor;
}

// So many bytes of a string were read.
static void use_string(ArgumentSource *arguments, uint64_t address, uint64_t size)
{
    if (!size)
        return;
    vector_push(&arguments->read, (SharedString){address, size});
    if (access_is_visible(arguments->machine, address))
        vector_push(&arguments->shared, (SharedString){address, size});
    else
        use_memory(arguments, address, size, arguments->pin);
}

static void host_format(const Conversion *conversion, const char *length, char *out, size_t size)
{
    char width[16] = "", precision[16] = "";
    if (conversion->width >= 0)
        snprintf(width, sizeof width, "%d", conversion->width);
    if (conversion->precision >= 0)
        snprintf(precision, sizeof precision, ".%d", conversion->precision);
    snprintf(out, size, "%%%s%s%s%s%c", conversion->flags, width, precision, length, conversion->letter);
}

// Wide characters are printed as the locale "C" does, which knows no others.
static bool is_ascii(ArgumentSource *arguments, uint64_t character)
{
    if (character >= 128)
        arguments->flow = machine_give_up(arguments->machine, arguments->thread, "printing a character beyond ASCII");
    return character < 128;
}

static void read_string(ArgumentSource *arguments, const Conversion *conversion, uint64_t address, Text *out)
{
    Machine *machine = arguments->machine;
    uint32_t size = conversion->is_long ? 4 : 1;
    uint64_t read = 0, character = 1;
    // With a precision the string need not end: read no further than it.
    while (character && (conversion->precision < 0 || out->length < (size_t)conversion->precision)) {
        arguments->flow = access_check(machine, arguments->thread, address + read, size, false);
        if (arguments->flow != FLOW_NEXT)
            return;
        character = memory_read_word(&machine->memory, address + read, size);
        read += size;
        if (conversion->is_long && !is_ascii(arguments, character))
            return;
        if (character)
            text_append_character(out, (char)character);
    }
    use_string(arguments, address, read);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
enum { FORMAT_SIZE = 64 }; // of a format for the host

static void append_integer(ArgumentSource *arguments, const Conversion *conversion, bool is_signed, Text *out)
{
    char format[FORMAT_SIZE];
    uint64_t value = next_argument(arguments, conversion->size < 4 ? 4 : conversion->size);
    uint32_t bits = conversion->size * 8;
    host_format(conversion, "ll", format, sizeof format);
    if (is_signed)
        text_format(out, format, (long long)signed_value(value, bits));
    else
        text_format(out, format, (unsigned long long)(value & width_mask(bits)));
}

static void append_character(ArgumentSource *arguments, const Conversion *conversion, Text *out)
{
    char format[FORMAT_SIZE];
    uint64_t value = next_argument(arguments, 4) & (conversion->is_long ? UINT32_MAX : 0xff);
    if (conversion->is_long && !is_ascii(arguments, value))
        return;
    host_format(conversion, "", format, sizeof format);
    if (value)
        text_format(out, format, (int)value);
    else // a NUL is a character like any other in the output
        text_append_bytes(out, "", 1);
}

static void append_float(ArgumentSource *arguments, const Conversion *conversion, Text *out)
{
    char format[FORMAT_SIZE];
    if (conversion->long_double) {
        arguments->flow = machine_give_up(arguments->machine, arguments->thread, "long double");
        return;
    }
    uint64_t value = next_argument(arguments, 8);
    double number;
    memcpy(&number, &value, 8);
    host_format(conversion, "", format, sizeof format);
    text_format(out, format, number);
}

static void append_string(ArgumentSource *arguments, const Conversion *conversion, uint32_t word, Text *out)
{
    char format[FORMAT_SIZE];
    uint64_t value = next_value(arguments, word, true);
    Text string = {0};
    if (arguments->flow == FLOW_NEXT && value)
        read_string(arguments, conversion, value, &string);
    else
        text_append(&string, "(null)");
    host_format(conversion, "", format, sizeof format);
    text_format(out, format, text_string(&string));
    text_free(&string);
}

// %n
static void store_count(ArgumentSource *arguments, const Conversion *conversion, uint32_t word, const Text *out)
{
    uint64_t target = next_value(arguments, word, true);
    if (arguments->flow == FLOW_NEXT)
        arguments->flow = access_check(arguments->machine, arguments->thread, target, conversion->size, true);
    if (arguments->flow == FLOW_NEXT)
        vector_push(&arguments->counts, (StoredCount){target, conversion->size, out->length});
}

static void append_conversion(ArgumentSource *arguments, const Conversion *conversion, Text *out)
{
    char format[FORMAT_SIZE];
    uint32_t word = arguments->machine->program->layout.pointer_bits / 8;
    switch (conversion->letter) {
    case 'd':
    case 'i':
        append_integer(arguments, conversion, true, out);
        break;
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        append_integer(arguments, conversion, false, out);
        break;
    case 'c':
        append_character(arguments, conversion, out);
        break;
    case 'p': {
        uint64_t value = next_argument(arguments, word);
        host_format(conversion, "", format, sizeof format);
        text_format(out, format, (void *)(uintptr_t)value);
        break;
    }
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        append_float(arguments, conversion, out);
        break;
    case 's':
        append_string(arguments, conversion, word, out);
        break;
    case '%':
        text_append_character(out, '%');
        break;
    case 'm':
        text_append(out, "error");
        break;
    case 'n':
        store_count(arguments, conversion, word, out);
        break;
    default:
        arguments->flow =
            machine_give_up(arguments->machine, arguments->thread, "the printf conversion %%%c", conversion->letter);
        break;
    }
}
#pragma GCC diagnostic pop

// Whether the length of what was printed so far is stored somewhere.
static bool stores_count(const char *format)
{
    for (; *format; format++) {
        if (*format != '%')
            continue;
        format += 1 + strspn(format + 1, "-+ #0'123456789*.hlqjztL");
        if (*format == 'n')
            return true;
        if (!*format)
            return false;
    }
    return false;
}

static void format_text(ArgumentSource *arguments, uint64_t format_address, uint64_t list, Text *out)
{
    Text format = {0};
    arguments->flow = access_string(arguments->machine, arguments->thread, format_address, &format);
    const char *cursor = text_string(&format);
    arguments->pin |= stores_count(cursor);
    if (arguments->flow == FLOW_NEXT)
        use_string(arguments, format_address, format.length + 1);
    if (arguments->flow == FLOW_NEXT && strchr(cursor, '%'))
        open_arguments(arguments, list);
    while (*cursor && arguments->flow == FLOW_NEXT) {
        if (*cursor != '%') {
            text_append_character(out, *cursor++);
            continue;
        }
        Conversion conversion;
        cursor = parse_conversion(cursor + 1, arguments, &conversion);
        append_conversion(arguments, &conversion, out);
    }
    text_free(&format);
}

static void print(Machine *machine, uint64_t descriptor, const void *bytes, size_t count)
{
    if (machine->options->keep_output && (descriptor == 1 || descriptor == 2))
        text_append_bytes(descriptor == 2 ? &machine->error_output : &machine->output, bytes, count);
}

static Flow store_text(Machine *machine, Thread *thread, uint64_t address, uint64_t size, const Text *text)
{
    if (!size)
        return FLOW_NEXT;
    uint64_t count = text->length < size - 1 ? text->length : size - 1;
    Flow flow = access_check(machine, thread, address, count + 1, true);
    if (flow != FLOW_NEXT)
        return flow;
    if (access_is_visible(machine, address)) {
        for (uint64_t done = 0; done <= count; done += 8) {
            uint32_t part = count + 1 - done < 8 ? (uint32_t)(count + 1 - done) : 8;
            uint64_t word = 0;
            memcpy(&word, text_string(text) + done, count - done < part ? count - done : part);
            access_put(machine, thread, address + done, part, (Value){.word = word});
        }
    } else {
        weak_memory_note_private(machine, thread, EVENT_write, false, address, count + 1);
        memory_write_bytes(&machine->memory, address, text_string(text), count);
        memory_write_word(&machine->memory, address + count, 1, 0);
    }
    spin_note_effect(&thread->spin);
    return FLOW_NEXT;
}

static Flow write_bytes(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t descriptor = call_argument(call, 0), address = call_argument(call, 1), count = call_argument(call, 2);
    Flow flow = count ? access_read_together(machine, thread, address, count, false) : FLOW_NEXT;
    if (flow != FLOW_NEXT)
        return flow;
    uint8_t *bytes = memory_allocate(count);
    if (count)
        memory_read_bytes(&machine->memory, address, bytes, count);
    print(machine, descriptor, bytes, count);
    free(bytes);
    call_return(call, count);
    return FLOW_NEXT;
}

// What of the memory that others can reach the call touches, if it does: the buffer, or the first of what else there
// is.
static bool first_touch(const ArgumentSource *arguments, uint64_t buffer, uint64_t size, const Text *text,
                        Pending *pending)
{
    const Machine *machine = arguments->machine;
    *pending = (Pending){.kind = EVENT_write, .address = buffer, .writes = true, .more = true};
    pending->size = (uint32_t)(text->length < size ? text->length + 1 : size);
    if (size && access_is_visible(machine, buffer))
        return true;
    for (uint32_t i = 0; i < arguments->counts.count; i++) {
        pending->address = arguments->counts.data[i].address;
        pending->size = arguments->counts.data[i].size;
        if (access_is_visible(machine, pending->address))
            return true;
    }
    if (!arguments->shared.count)
        return false;
    *pending = (Pending){.kind = EVENT_read,
                         .address = arguments->shared.data[0].address,
                         .size = (uint32_t)arguments->shared.data[0].size,
                         .more = true};
    return true;
}

Flow intrinsic_output(Machine *machine, Thread *thread, const Call *call)
{
    if (call->intrinsic == INTRINSIC_write)
        return write_bytes(machine, thread, call);
    Text text = {0};
    bool to_buffer = call->intrinsic == INTRINSIC_vformat;
    uint64_t first = call_argument(call, 0), size = to_buffer ? call_argument(call, 1) : 0;
    ArgumentSource arguments = {.machine = machine, .thread = thread, .pin = to_buffer};
    format_text(&arguments, call_argument(call, to_buffer ? 2 : 1), call_argument(call, to_buffer ? 3 : 2), &text);
    Flow flow = arguments.flow;
    if (flow == FLOW_NEXT && to_buffer && size)
        flow = check_disjoint(&arguments, first, text.length < size ? text.length + 1 : size);
    // The text was made without effect; now that it is known what it touches, others may have to get their chance
    // first.
    Pending pending;
    if (flow == FLOW_NEXT && first_touch(&arguments, first, size, &text, &pending) &&
        thread_must_stop(machine, thread, pending))
        flow = FLOW_STOP;
    machine_join_events(thread);
    for (uint32_t i = 0; flow == FLOW_NEXT && i < arguments.shared.count; i++)
        access_emit_reads(machine, thread, arguments.shared.data[i].address, arguments.shared.data[i].size,
                          arguments.pin);
    for (uint32_t i = 0; flow == FLOW_NEXT && i < arguments.counts.count; i++) {
        const StoredCount *count = &arguments.counts.data[i];
        access_put(machine, thread, count->address, count->size,
                   (Value){.word = count->value & width_mask(count->size * 8)});
    }
    if (flow == FLOW_NEXT && to_buffer)
        flow = store_text(machine, thread, first, size, &text);
    else if (flow == FLOW_NEXT)
        print(machine, first, text_string(&text), text.length);
    machine_part_events(thread);
    bool unknown =
        (arguments.symbolic || (machine->options->symbolic_reads && arguments.shared.count)) && !arguments.pin;
    if (flow == FLOW_NEXT)
        symbolic_return(machine, call,
                        (Value){text.length, unknown ? symbolic_unknown(machine, thread, 32, "printed") : NO_TERM});
    vector_free(&arguments.shared);
    vector_free(&arguments.counts);
    vector_free(&arguments.read);
    text_free(&text);
    return flow;
}
