/*
 * Options of the command line, as glibc reads them: arguments that are no options move behind those that are, unless the
 * list of options begins with + or -, or POSIXLY_CORRECT is set. Between two calls `optind` is where glibc leaves it:
 * operands that were passed over are moved when the next option is looked for.
 */
#include "model.h"

enum { NO_ARGUMENT, REQUIRED_ARGUMENT, OPTIONAL_ARGUMENT };

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

/* Undefined on purpose: reaching it ends the analysis with its name as the reason. */
void getopt_with_W_that_stands_for_long_options(void);

char *getenv(const char *name);
int dprintf(int descriptor, const char *restrict format, ...);

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

/* What becomes of operands. */
enum manner { MOVE_OPERANDS, STOP_AT_OPERANDS, RETURN_OPERANDS };

static enum manner manner;
static _Bool begun;
static char *rest;                       /* of the short options in one argument; NULL or empty: none */
static int operands_begin, operands_end; /* those passed over that are still before options */

struct request {
    int count;
    char **arguments;
    const char *shorts; /* without what says the manner */
    const struct option *longs;
    int *long_index;
    _Bool one_dash; /* long options may begin with a single dash */
    _Bool silent;
};

static _Bool is_option(const char *argument)
{
    return argument[0] == '-' && argument[1];
}

/* Exchanges the operands with the options behind them, up to `optind`; each keep their order. */
static void move_operands(char **arguments)
{
    int width = optind - operands_end;
    for (int i = 0; i < width; i++) {
        char *option = arguments[operands_end + i];
        for (int j = operands_end + i; j > operands_begin + i; j--) {
            arguments[j] = arguments[j - 1];
        }
        arguments[operands_begin + i] = option;
    }
    operands_begin += width;
    operands_end = optind;
}

static void settle_operands(char **arguments)
{
    if (operands_begin != operands_end && operands_end != optind) {
        move_operands(arguments);
    } else if (operands_begin == operands_end) {
        operands_begin = optind;
    }
}

static void begin(const char *options)
{
    if (optind == 0) {
        optind = 1;
    }
    operands_begin = operands_end = optind;
    rest = NULL;
    manner = *options == '-'                                ? RETURN_OPERANDS
             : *options == '+' || getenv("POSIXLY_CORRECT") ? STOP_AT_OPERANDS
                                                            : MOVE_OPERANDS;
    begun = 1;
}

static const char *program_name(const struct request *request)
{
    return request->arguments[0];
}

/* The argument of an option is what follows it in the same argument, or the next argument. */
static _Bool take_next_argument(const struct request *request)
{
    if (optind >= request->count) {
        return 0;
    }
    optarg = request->arguments[optind++];
    return 1;
}

static int missing_argument(const struct request *request)
{
    return *request->shorts == ':' ? ':' : '?';
}

static _Bool has_name(const struct option *option, const char *name, size_t length)
{
    return strncmp(option->name, name, length) == 0;
}

static _Bool are_same(const struct option *left, const struct option *right)
{
    return left->has_arg == right->has_arg && left->flag == right->flag && left->val == right->val;
}

static void report_ambiguity(const struct request *request, const char *dashes, const char *name, size_t length)
{
    dprintf(2, "%s: option '%s%s' is ambiguous; possibilities:", program_name(request), dashes, name);
    for (const struct option *option = request->longs; option->name; option++) {
        if (has_name(option, name, length)) {
            dprintf(2, " '%s%s'", dashes, option->name);
        }
    }
    dprintf(2, "\n");
}

/* The option of that name, or the only one whose name begins so. */
static const struct option *find_long(const struct request *request, const char *name, size_t length, _Bool *ambiguous)
{
    const struct option *found = NULL;
    *ambiguous = 0;
    for (const struct option *option = request->longs; option->name; option++) {
        if (!has_name(option, name, length)) {
            continue;
        }
        if (strlen(option->name) == length) {
            *ambiguous = 0;
            return option;
        }
        if (!found) {
            found = option;
        } else if (request->one_dash || !are_same(found, option)) {
            *ambiguous = 1;
        }
    }
    return found;
}

static int end_long(const struct request *request, const struct option *option, const char *dashes, char *value)
{
    optind++;
    rest = NULL;
    if (value && option->has_arg == NO_ARGUMENT) {
        if (!request->silent) {
            dprintf(2, "%s: option '%s%s' doesn't allow an argument\n", program_name(request), dashes, option->name);
        }
        optopt = option->val;
        return '?';
    }
    if (value) {
        optarg = value;
    } else if (option->has_arg == REQUIRED_ARGUMENT && !take_next_argument(request)) {
        if (!request->silent) {
            dprintf(2, "%s: option '%s%s' requires an argument\n", program_name(request), dashes, option->name);
        }
        optopt = option->val;
        return missing_argument(request);
    }
    if (request->long_index) {
        *request->long_index = (int)(option - request->longs);
    }
    if (option->flag) {
        *option->flag = option->val;
        return 0;
    }
    return option->val;
}

/* -1: it is to be read as short options. */
static int read_long(const struct request *request, const char *dashes, char *name)
{
    size_t length = 0;
    while (name[length] && name[length] != '=') {
        length++;
    }
    _Bool ambiguous;
    const struct option *option = find_long(request, name, length, &ambiguous);
    if (ambiguous) {
        if (!request->silent) {
            report_ambiguity(request, dashes, name, length);
        }
        rest = NULL;
        optind++;
        optopt = 0;
        return '?';
    }
    if (option) {
        return end_long(request, option, dashes, name[length] ? name + length + 1 : NULL);
    }
    if (request->one_dash && !dashes[1] && strchr(request->shorts, *name)) {
        return -1;
    }
    if (!request->silent) {
        dprintf(2, "%s: unrecognized option '%s%s'\n", program_name(request), dashes, name);
    }
    rest = NULL;
    optind++;
    optopt = 0;
    return '?';
}

static int read_short(const struct request *request)
{
    char letter = *rest++;
    const char *found = letter == ':' || letter == ';' ? NULL : strchr(request->shorts, letter);
    if (!*rest) {
        optind++;
    }
    if (!found) {
        if (!request->silent) {
            dprintf(2, "%s: invalid option -- '%c'\n", program_name(request), letter);
        }
        optopt = letter;
        return '?';
    }
    if (letter == 'W' && found[1] == ';' && request->longs) {
        getopt_with_W_that_stands_for_long_options();
    }
    if (found[1] != ':') {
        return letter;
    }
    if (*rest) {
        optarg = rest;
        optind++;
    } else if (found[2] == ':') {
        optarg = NULL;
    } else if (!take_next_argument(request)) {
        if (!request->silent) {
            dprintf(2, "%s: option requires an argument -- '%c'\n", program_name(request), letter);
        }
        optopt = letter;
        letter = (char)missing_argument(request);
    }
    rest = NULL;
    return letter;
}

/* Goes to the next argument that is an option: 0. Otherwise the result of the call: -1, or 1 for an operand. */
static int find_option(const struct request *request)
{
    char **arguments = request->arguments;
    if (operands_end > optind) {
        operands_end = optind;
    }
    if (operands_begin > optind) {
        operands_begin = optind;
    }
    if (manner == MOVE_OPERANDS) {
        settle_operands(arguments);
        while (optind < request->count && !is_option(arguments[optind])) {
            optind++;
        }
        operands_end = optind;
    }
    if (optind < request->count && strcmp(arguments[optind], "--") == 0) {
        optind++;
        settle_operands(arguments);
        operands_end = optind = request->count;
    }
    if (optind >= request->count) {
        if (operands_begin != operands_end) {
            optind = operands_begin;
        }
        return -1;
    }
    if (is_option(arguments[optind])) {
        return 0;
    }
    if (manner == STOP_AT_OPERANDS) {
        return -1;
    }
    optarg = arguments[optind++];
    return 1;
}

static int read_option(struct request *request)
{
    if (request->count < 1) {
        return -1;
    }
    optarg = NULL;
    if (optind == 0 || !begun) {
        begin(request->shorts);
    }
    if (*request->shorts == '-' || *request->shorts == '+') {
        request->shorts++;
    }
    request->silent = *request->shorts == ':' || !opterr;
    if (!rest || !*rest) {
        int end = find_option(request);
        if (end) {
            return end;
        }
        char *argument = request->arguments[optind];
        if (request->longs && argument[1] == '-') {
            return read_long(request, "--", argument + 2);
        }
        rest = argument + 1;
        if (request->longs && request->one_dash && (argument[2] || !strchr(request->shorts, argument[1]))) {
            int result = read_long(request, "-", argument + 1);
            if (result != -1) {
                return result;
            }
        }
    }
    return read_short(request);
}

int getopt(int count, char *const arguments[], const char *options)
{
    struct request request = {.count = count, .arguments = (char **)arguments, .shorts = options};
    return read_option(&request);
}

/* What unistd.h calls getopt where only POSIX is asked for: operands stay where they are. */
int __posix_getopt(int count, char *const arguments[], const char *options)
{
    if (optind == 0 || !begun) {
        begin(*options == '-' || *options == '+' ? options : "+");
    }
    return getopt(count, arguments, options);
}

int getopt_long(int count, char *const arguments[], const char *options, const struct option *longs, int *long_index)
{
    struct request request = {
        .count = count, .arguments = (char **)arguments, .shorts = options, .longs = longs, .long_index = long_index};
    return read_option(&request);
}

int getopt_long_only(int count, char *const arguments[], const char *options, const struct option *longs,
                     int *long_index)
{
    struct request request = {.count = count,
                              .arguments = (char **)arguments,
                              .shorts = options,
                              .longs = longs,
                              .long_index = long_index,
                              .one_dash = 1};
    return read_option(&request);
}
