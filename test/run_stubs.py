#!/usr/bin/env python3
"""Stubs: of each program `--write-stubs` writes a file that names every function without a model with the place of a call,
that compiles without a word, and that given to raddle with the program leaves nothing without a model.
"""
import re
import sys

from harness import last_line, run, run_program, shorten, temporary_folder

# name: (program, the prototypes that are expected, the answer with the stubs)
PROGRAMS = {
    "types": ("""
#include <assert.h>
#include <dlfcn.h>
typedef unsigned long handle;
enum color { RED, GREEN };
handle find(const char *name, unsigned char mode, const int *place);
_Bool is_even(short a, unsigned short b, ...);
float half(double x);
enum color paint(enum color c, void (*call)(int));
char *name_of(void *object);
void nothing(void);
int main(void)
{
    nothing();
    half(2.0);
    handle found = find("x", 2, 0);
    assert(is_even(1, 2, 3) + (paint(RED, 0) == GREEN) + (found == 0) < 100);
    return name_of(0) == 0 || dlopen("a", RTLD_NOW) == 0 ? 0 : 1;
}
""", ["unsigned long find(const char *argument1, unsigned char argument2, const void *argument3)",
      "_Bool is_even(short argument1, unsigned short argument2, ...)", "float half(double argument1)",
      "char *name_of(void *argument1)", "void nothing(void)", "void *dlopen(const char *argument1, int argument2)"],
              "TRUE"),
    "any result": ("""
#include <assert.h>
#include <pthread.h>
int measure(int);
static void *work(void *argument)
{
    assert(measure(3) != 4711);
    return argument;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
""", ["int measure(int argument1)"], "FALSE(assertion)"),
    "never returns": ("""
#include <assert.h>
_Noreturn void give_up(int);
int main(void)
{
    give_up(1);
    assert(0);
}
""", ["void give_up(int argument1)"], "TRUE"),
    "structures": ("""
struct pair { int a, b; };
struct pair both(void);
int other(struct pair);
int main(void)
{
    return both().a + other((struct pair){1, 2});
}
""", ["// both, to be written by hand", "// other, to be written by hand"], "UNKNOWN"),
    "none": ("int main(void) { return 0; }\n", ["// There is none."], "TRUE"),
}


def check(name, raddle):
    """None, or what went wrong."""
    source, prototypes, answer = PROGRAMS[name]
    with temporary_folder() as folder:
        (folder / "a.c").write_text(source, encoding="utf-8")
        first = run_program([raddle, "-q", "--write-stubs=stubs.c", "a.c"], directory=folder)
        written = (folder / "stubs.c").read_text(encoding="utf-8")
        missing = [prototype for prototype in prototypes if prototype not in written]
        if missing:
            return f"the stubs lack {missing}: {shorten(written)}"
        said = last_line(first)
        functions = re.findall(r"(?:function|model:|,) (\w+) at a\.c:\d+", said)
        if len(functions) != len(re.findall(r"^// called at a\.c:\d+$", written, re.MULTILINE)):
            return f"not every function is named with its place: {said}"
        finished = run_program([raddle, "-q", "--engine=mpc", "--timeout=60", "a.c", "stubs.c"], directory=folder)
        if b"stubs.c" in finished.stderr:
            return f"the stubs do not compile: {shorten(finished.stderr)}"
        if not last_line(finished).startswith(answer):
            return f"expected {answer}, got {last_line(finished)} {shorten(finished.stderr)}"
    return None


def cases(arguments):
    for name in PROGRAMS:
        yield name, check, name, arguments.raddle


if __name__ == "__main__":
    sys.exit(run(__doc__, cases))
