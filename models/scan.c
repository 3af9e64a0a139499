/*
 * The scanf family. From a string it is a real parser. From standard input each conversion stores an arbitrary value of
 * its type: the input is taken to match the format, since modelling its text would only hide the values behind
 * thousands of paths. A string without a width is one arbitrary character long.
 *
 * A directive is parsed by scan_read_directive for both. Long double, wide characters, allocation (%m) and numbered
 * arguments are refused by calling a function that does not exist.
 */
#include "model.h"

void scanf_with_unsupported_conversion(void);

int model_scan_text(const char *text, const char *format, va_list arguments, size_t *used);

enum scan_length { LENGTH_CHAR, LENGTH_SHORT, LENGTH_INT, LENGTH_LONG, LENGTH_LONG_LONG, LENGTH_SIZE };

struct directive {
    _Bool suppressed;
    size_t width; /* 0: none given */
    enum scan_length length;
    char conversion;
    unsigned char set[32]; /* characters accepted by %[ */
};

struct scan {
    va_list arguments;
    const char *format;
    const char *text;  /* of a string: the next character */
    const char *start; /* of a string: its beginning */
    int stored;
};

static _Bool set_contains(const struct directive *directive, unsigned char character)
{
    return directive->set[character / 8] >> character % 8 & 1;
}

static const char *scan_read_set(struct directive *directive, const char *format)
{
    _Bool complement = *format == '^';
    const unsigned char *cursor = (const unsigned char *)format + complement;
    const unsigned char *first = cursor;
    memset(directive->set, 0, sizeof directive->set);
    for (; *cursor && (*cursor != ']' || cursor == first); cursor++) {
        unsigned last = *cursor;
        unsigned character = *cursor;
        if (cursor[1] == '-' && cursor[2] && cursor[2] != ']' && cursor[2] >= character) {
            last = cursor[2];
            cursor += 2;
        }
        for (; character <= last; character++) {
            directive->set[character / 8] |= (unsigned char)(1 << character % 8);
        }
    }
    if (complement) {
        for (unsigned i = 0; i < sizeof directive->set; i++) {
            directive->set[i] = (unsigned char)~directive->set[i];
        }
    }
    return (const char *)cursor + (*cursor == ']');
}

static enum scan_length scan_read_length(const char **format)
{
    switch (*(*format)++) {
    case 'h':
        if (**format == 'h') {
            ++*format;
            return LENGTH_CHAR;
        }
        return LENGTH_SHORT;
    case 'l':
        if (**format == 'l') {
            ++*format;
            return LENGTH_LONG_LONG;
        }
        return LENGTH_LONG;
    case 'q':
    case 'j':
        return LENGTH_LONG_LONG;
    case 'z':
    case 't':
        return LENGTH_SIZE;
    default:
        --*format;
        return LENGTH_INT;
    }
}

static struct directive scan_read_directive(struct scan *scan)
{
    struct directive directive = {0};
    const char *format = scan->format;
    if (*format == '*') {
        directive.suppressed = 1;
        format++;
    }
    while ((unsigned)*format - '0' < 10) {
        directive.width = directive.width * 10 + (size_t)(*format++ - '0');
    }
    directive.length = scan_read_length(&format);
    directive.conversion = *format;
    if (*format) {
        format++;
    }
    if (directive.conversion == '[') {
        format = scan_read_set(&directive, format);
    }
    scan->format = format;
    return directive;
}

static size_t scan_integer_size(const struct directive *directive)
{
    if (directive->conversion == 'p') {
        return sizeof(void *);
    }
    switch (directive->length) {
    case LENGTH_CHAR:
        return 1;
    case LENGTH_SHORT:
        return sizeof(short);
    case LENGTH_INT:
        return sizeof(int);
    case LENGTH_LONG:
        return sizeof(long);
    case LENGTH_LONG_LONG:
        return sizeof(long long);
    default:
        return sizeof(size_t);
    }
}

static void scan_store_integer(struct scan *scan, const struct directive *directive, unsigned long long value)
{
    void *target = va_arg(scan->arguments, void *);
    switch (scan_integer_size(directive)) {
    case 1:
        *(unsigned char *)target = (unsigned char)value;
        break;
    case 2:
        *(unsigned short *)target = (unsigned short)value;
        break;
    case 4:
        *(unsigned *)target = (unsigned)value;
        break;
    default:
        *(unsigned long long *)target = value;
        break;
    }
}

static void scan_store_floating(struct scan *scan, const struct directive *directive, double value)
{
    void *target = va_arg(scan->arguments, void *);
    if (directive->length == LENGTH_LONG) {
        *(double *)target = value;
    } else {
        *(float *)target = (float)value;
    }
}

static _Bool scan_is_refused(const struct directive *directive)
{
    _Bool is_long = directive->length == LENGTH_LONG;
    switch (directive->conversion) {
    case 'c':
    case 's':
    case '[':
        return is_long;
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'p':
    case 'n':
        return 0;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        return !is_long && directive->length != LENGTH_INT;
    default:
        return 1;
    }
}

/* --- from a string --- */

enum outcome { CONVERTED, MISMATCH, END_OF_INPUT };

static unsigned scan_base(char conversion)
{
    switch (conversion) {
    case 'i':
        return 0;
    case 'o':
        return 8;
    case 'x':
    case 'X':
    case 'p':
        return 16;
    default:
        return 10;
    }
}

static unsigned scan_digit(unsigned char character)
{
    unsigned letter = (character | 32u) - 'a';
    return (unsigned)character - '0' < 10 ? character - '0' : letter < 6 ? letter + 10 : 99;
}

/* Out-of-range numbers saturate as strtol does, in long or long long, before they are cut to the size stored. */
static unsigned long long scan_saturate(const struct directive *directive, unsigned long long magnitude, _Bool negative,
                                        _Bool overflow)
{
    _Bool is_unsigned = directive->conversion != 'd' && directive->conversion != 'i';
    _Bool is_wide = directive->length == LENGTH_LONG_LONG;
    unsigned long long maximum = is_wide ? LLONG_MAX : LONG_MAX;
    if (is_unsigned) {
        maximum = maximum * 2 + 1;
    }
    unsigned long long limit = maximum + (negative && !is_unsigned);
    if (overflow || magnitude > limit) {
        return negative && !is_unsigned ? -limit : maximum;
    }
    return negative ? -magnitude : magnitude;
}

static enum outcome scan_text_integer(struct scan *scan, const struct directive *directive)
{
    const char *text = scan->text;
    size_t left = directive->width ? directive->width : SIZE_MAX;
    unsigned base = scan_base(directive->conversion);
    unsigned long long magnitude = 0;
    _Bool negative = *text == '-';
    _Bool overflow = 0;
    _Bool any = 0;
    if (*text == '-' || *text == '+') {
        text++;
        left--;
    }
    if (left > 0 && *text == '0' && (base == 0 || base == 16)) {
        any = 1; /* also for "0x" alone: glibc takes it for a zero */
        text++;
        left--;
        if (left > 0 && (*text | 32) == 'x') {
            base = 16;
            text++;
            left--;
        } else if (base == 0) {
            base = 8;
        }
    } else if (base == 0) {
        base = 10;
    }
    for (unsigned digit; left > 0 && (digit = scan_digit((unsigned char)*text)) < base; text++, left--) {
        unsigned long long scaled;
        any = 1;
        overflow |= __builtin_mul_overflow(magnitude, base, &scaled);
        overflow |= __builtin_add_overflow(scaled, digit, &magnitude);
    }
    scan->text = text;
    if (!any) {
        return MISMATCH;
    }
    if (!directive->suppressed) {
        scan_store_integer(scan, directive, scan_saturate(directive, magnitude, negative, overflow));
    }
    return CONVERTED;
}

static size_t scan_match_word(const char *text, const char *word, size_t limit)
{
    size_t length = 0;
    while (length < limit && word[length] && (text[length] | 32) == word[length]) {
        length++;
    }
    return length;
}

/* How many characters from here on have the form of a floating number; 0 if it has no digits. */
static size_t scan_measure_floating(const char *text, size_t limit)
{
    size_t length = 0;
    unsigned base = 10;
    char exponent = 'e';
    _Bool any = 0;
    if (*text == '-' || *text == '+') {
        length++;
    }
    size_t infinity = scan_match_word(text + length, "infinity", limit - length);
    size_t nan = scan_match_word(text + length, "nan", limit - length);
    if (infinity > 0 || nan > 0) {
        return infinity == 8 || infinity == 3 || nan == 3 ? length + infinity + nan : 0;
    }
    if (length + 1 < limit && text[length] == '0' && (text[length + 1] | 32) == 'x') {
        base = 16;
        exponent = 'p';
        length += 2;
    }
    for (_Bool point = 0; length < limit; length++) {
        if (scan_digit((unsigned char)text[length]) < base) {
            any = 1;
        } else if (text[length] == '.' && !point) {
            point = 1;
        } else {
            break;
        }
    }
    if (!any && (base == 10 || length < limit)) {
        return 0; /* a bare "0x" passes if the width ends there, as in glibc */
    }
    if (length < limit && (text[length] | 32) == exponent) {
        length++;
        if (length < limit && (text[length] == '-' || text[length] == '+')) {
            length++;
        }
        while (length < limit && (unsigned)text[length] - '0' < 10) {
            length++;
        }
    }
    return length;
}

static enum outcome scan_text_floating(struct scan *scan, const struct directive *directive)
{
    size_t length = scan_measure_floating(scan->text, directive->width ? directive->width : SIZE_MAX);
    if (length == 0) {
        return MISMATCH;
    }
    char number[length + 1];
    unsigned long consumed;
    memcpy(number, scan->text, length);
    number[length] = '\0';
    double value = __raddle_strtod(number, &consumed);
    scan->text += length;
    if (!directive->suppressed) {
        scan_store_floating(scan, directive, value);
    }
    return CONVERTED;
}

static enum outcome scan_text_characters(struct scan *scan, const struct directive *directive)
{
    size_t limit = directive->width ? directive->width : directive->conversion == 'c' ? 1 : SIZE_MAX;
    size_t length = 0;
    while (length < limit && scan->text[length]) {
        unsigned char character = (unsigned char)scan->text[length];
        if ((directive->conversion == 's' && model_is_space(character)) ||
            (directive->conversion == '[' && !set_contains(directive, character))) {
            break;
        }
        length++;
    }
    if (length == 0) {
        return MISMATCH;
    }
    if (!directive->suppressed) {
        char *target = va_arg(scan->arguments, char *);
        memcpy(target, scan->text, length);
        if (directive->conversion != 'c') {
            target[length] = '\0';
        }
    }
    scan->text += length;
    return CONVERTED;
}

static void scan_text_skip_space(struct scan *scan)
{
    while (model_is_space((unsigned char)*scan->text)) {
        scan->text++;
    }
}

static enum outcome scan_text_directive(struct scan *scan)
{
    struct directive directive = scan_read_directive(scan);
    char conversion = directive.conversion;
    if (conversion != '%' && scan_is_refused(&directive)) {
        scanf_with_unsupported_conversion();
        return MISMATCH;
    }
    if (conversion == 'n') {
        if (!directive.suppressed) {
            scan_store_integer(scan, &directive, (unsigned long long)(scan->text - scan->start));
        }
        return CONVERTED;
    }
    if (conversion != 'c' && conversion != '[') {
        scan_text_skip_space(scan);
    }
    if (!*scan->text) {
        return END_OF_INPUT;
    }
    enum outcome outcome;
    switch (conversion) {
    case '%':
        if (*scan->text != '%') {
            return MISMATCH;
        }
        scan->text++;
        return CONVERTED;
    case 'c':
    case 's':
    case '[':
        outcome = scan_text_characters(scan, &directive);
        break;
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'p':
        outcome = scan_text_integer(scan, &directive);
        break;
    default:
        outcome = scan_text_floating(scan, &directive);
        break;
    }
    scan->stored += outcome == CONVERTED && !directive.suppressed;
    return outcome;
}

/* `used` is how many characters of the text were read. */
int model_scan_text(const char *text, const char *format, va_list arguments, size_t *used)
{
    struct scan scan = {.format = format, .text = text, .start = text};
    enum outcome outcome = CONVERTED;
    va_copy(scan.arguments, arguments);
    while (*scan.format && outcome == CONVERTED) {
        char expected = *scan.format++;
        if (model_is_space((unsigned char)expected)) {
            scan_text_skip_space(&scan);
        } else if (expected == '%') {
            outcome = scan_text_directive(&scan);
        } else if (*scan.text != expected) {
            outcome = *scan.text ? MISMATCH : END_OF_INPUT;
        } else {
            scan.text++;
        }
    }
    va_end(scan.arguments);
    *used = (size_t)(scan.text - text);
    return outcome == END_OF_INPUT && scan.stored == 0 ? EOF : scan.stored;
}

int vsscanf(const char *restrict text, const char *restrict format, va_list arguments)
{
    size_t used;
    return model_scan_text(text, format, arguments, &used);
}

/* --- from standard input --- */

/* Returns false where no character of the set came first: then the conversion has failed. */
static _Bool scan_input_characters(struct scan *scan, const struct directive *directive)
{
    size_t limit = directive->width ? directive->width : 1;
    char *target = directive->suppressed ? NULL : va_arg(scan->arguments, char *);
    size_t length = 0;
    while (length < limit) {
        unsigned char character = (unsigned char)__raddle_input("scanf", 8);
        _Bool accepted = directive->conversion == 'c' ||
                         (directive->conversion == '[' ? character && set_contains(directive, character)
                                                       : character && !model_is_space(character));
        if (!accepted && directive->conversion == 's' && length == 0) {
            character = 'a';
            accepted = 1;
        }
        if (!accepted) {
            break;
        }
        if (target) {
            target[length] = (char)character;
        }
        length++;
    }
    if (target && directive->conversion != 'c' && length > 0) {
        target[length] = '\0';
    }
    return length > 0;
}

static _Bool scan_input_directive(struct scan *scan)
{
    struct directive directive = scan_read_directive(scan);
    if (directive.conversion == '%') {
        return 1;
    }
    if (scan_is_refused(&directive)) {
        scanf_with_unsupported_conversion();
        return 0;
    }
    switch (directive.conversion) {
    case 'c':
    case 's':
    case '[':
        if (!scan_input_characters(scan, &directive)) {
            return 0;
        }
        break;
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'p':
    case 'n':
        if (!directive.suppressed) {
            unsigned bits = (unsigned)scan_integer_size(&directive) * 8;
            scan_store_integer(scan, &directive, __raddle_input("scanf", bits));
        }
        break;
    default:
        if (!directive.suppressed && directive.length == LENGTH_LONG) {
            unsigned long long bits = __raddle_input("scanf", 64);
            memcpy(va_arg(scan->arguments, void *), &bits, sizeof bits);
        } else if (!directive.suppressed) {
            unsigned bits = (unsigned)__raddle_input("scanf", 32);
            memcpy(va_arg(scan->arguments, void *), &bits, sizeof bits);
        }
        break;
    }
    scan->stored += !directive.suppressed && directive.conversion != 'n';
    return 1;
}

int vscanf(const char *restrict format, va_list arguments)
{
    struct scan scan = {.format = format};
    _Bool matched = 1;
    va_copy(scan.arguments, arguments);
    while (*scan.format && matched) {
        if (*scan.format++ == '%') {
            matched = scan_input_directive(&scan);
        }
    }
    va_end(scan.arguments);
    return scan.stored;
}

int vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    return stream->_fileno == 0 ? vscanf(format, arguments) : EOF;
}
