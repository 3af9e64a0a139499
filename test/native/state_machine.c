/* A tokenizer as a table-driven state machine, and one with function pointers as states. */
#include <stdio.h>

enum state { START, NUMBER, FRACTION, WORD, ERROR, STATES };
enum class { DIGIT, POINT, LETTER, BLANK, OTHER, CLASSES };

static const unsigned char moves[STATES][CLASSES] = {
    [START] = {NUMBER, ERROR, WORD, START, ERROR},
    [NUMBER] = {NUMBER, FRACTION, ERROR, START, ERROR},
    [FRACTION] = {FRACTION, ERROR, ERROR, START, ERROR},
    [WORD] = {WORD, ERROR, WORD, START, ERROR},
    [ERROR] = {ERROR, ERROR, ERROR, START, ERROR},
};

static enum class classify(char c)
{
    if (c >= '0' && c <= '9') {
        return DIGIT;
    }
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        return LETTER;
    }
    return c == '.' ? POINT : c == ' ' || c == '\0' ? BLANK : OTHER;
}

struct machine;
typedef void handler(struct machine *, char);

struct machine {
    handler *state;
    int lines;
    int comments;
};

static handler in_code, in_comment, after_slash;

static void in_code(struct machine *m, char c)
{
    m->lines += c == '\n';
    m->state = c == '/' ? after_slash : in_code;
}

static void after_slash(struct machine *m, char c)
{
    m->comments += c == '/';
    m->state = c == '/' ? in_comment : in_code;
}

static void in_comment(struct machine *m, char c)
{
    if (c == '\n') {
        m->lines++;
        m->state = in_code;
    }
}

int main(void)
{
    static const char *const names[] = {"start", "number", "fraction", "word", "error"};
    const char *text = "abc 12 3.5 7x 1.2.3 x9 # end";
    enum state state = START;
    for (const char *p = text;; p++) {
        enum state next = moves[state][classify(*p)];
        if (next == START && state != START) {
            printf("%s ", names[state]);
        }
        state = next;
        if (!*p) {
            break;
        }
    }
    putchar('\n');
    struct machine machine = {in_code, 0, 0};
    for (const char *p = "a / b // one\n// two / three\ncode // four\n"; *p; p++) {
        machine.state(&machine, *p);
    }
    printf("%d %d %d\n", machine.lines, machine.comments, machine.state == in_code);
    return 0;
}
