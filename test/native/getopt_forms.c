// Options of the command line: short and long ones, bundled, with arguments, abbreviated, mixed with operands, wrong ones.
// Where optind stands after each, and the order that the arguments are left in.
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int flag;
static const struct option longs[] = {
    {"alpha", no_argument, NULL, 'a'},        {"beta", required_argument, NULL, 'b'},
    {"gamma", optional_argument, NULL, 'c'},  {"delta", no_argument, &flag, 17},
    {"deltoid", required_argument, NULL, 'd'}, {"verbose", no_argument, NULL, 'v'},
    {"version", no_argument, NULL, 'v'},      {NULL, 0, NULL, 0},
};

enum { LIMIT = 12 };

typedef int Reader(int count, char **arguments, const char *options, int *index);

static int read_short(int count, char **arguments, const char *options, int *index)
{
    (void)index;
    return getopt(count, arguments, options);
}

static int read_long(int count, char **arguments, const char *options, int *index)
{
    return getopt_long(count, arguments, options, longs, index);
}

static int read_long_only(int count, char **arguments, const char *options, int *index)
{
    return getopt_long_only(count, arguments, options, longs, index);
}

static void show(const char *title, Reader *reader, const char *options, const char *line)
{
    static char text[200];
    static char *arguments[LIMIT + 2];
    int count = 0;
    strcpy(text, line);
    arguments[count++] = "prog";
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        arguments[count++] = word;
    arguments[count] = NULL;
    printf("%s '%s' of: %s\n", title, options, line);
    optind = 0;
    optopt = '?';
    flag = 0;
    for (int i = 0; i < 20; i++) {
        int index = -1, result = reader(count, arguments, options, &index);
        printf("  %d '%c' arg %s ind %d opt %d index %d flag %d\n", result, result > 31 ? result : '.',
               optarg ? optarg : "-", optind, result == '?' || result == ':' ? optopt : 0, index, flag);
        if (result == -1)
            break;
    }
    printf("  left:");
    for (int i = 0; i < count; i++)
        printf("%s%s", i == optind ? " | " : " ", arguments[i]);
    printf("\n");
}

int main(void)
{
    static const char *const lines[] = {
        "-a -b value -c rest more", "-ab value -cx -c y", "one -a two -bx three -- -a four", "-x -a -b", "-ba -abc",
        "- -a -", "", "-- -a", "one two three", "-a one -b", "one -a -- two -a", "-a:b -;",
    };
    static const char *const long_lines[] = {
        "--alpha --beta=3 --beta 4 --gamma --gamma=5", "--al one --be two --delt three", "--delta --deltoid=x --de",
        "--alpha=no --beta", "--ver --verb --vers", "-a --nothing one -bq two --gamma", "--alph -a -- --alpha",
        "-alpha -beta=3 -delta -c9", "-al -v -x -gamma", "one --delta two -a three --beta",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        show("short", read_short, "ab:c::", lines[i]);
        show("short", read_short, ":ab:c::", lines[i]);
        show("short", read_short, "+ab:c::", lines[i]);
        show("short", read_short, "-:ab:c::", lines[i]);
    }
    for (size_t i = 0; i < sizeof long_lines / sizeof *long_lines; i++) {
        show("long", read_long, "ab:c::v", long_lines[i]);
        show("long", read_long, ":ab:c::v", long_lines[i]);
        show("long", read_long, "-ab:c::v", long_lines[i]);
        show("long only", read_long_only, "ab:c::v", long_lines[i]);
        show("long only", read_long_only, "+:ab:c::v", long_lines[i]);
    }
    return 0;
}
