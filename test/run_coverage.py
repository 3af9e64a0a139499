#!/usr/bin/env python3
"""--coverage: what it writes is a tracefile of lcov, and says of every line and branch of a program whether some run can come
to it, and which operations of two threads can meet, for engines that try all of them; counting changes no verdict."""
import sys

from harness import PROGRAMS, expect, last_line, run, run_program, temporary_folder

PROGRAM = """#include <assert.h>
#include <pthread.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static int shared;
static int kind(int n)
{
    switch (n) {
    case 1:
        return 10;
    case 2:
        return 20;
    default:
        return 30;
    }
}
static int never(int n)
{
    return n + 1;
}
static void *work(void *unused)
{
    for (int i = 0; i < 2; i++)
        if (kind(i) == 20)
            puts("no");
    if (shared == 3)
        shared = 4;
    return unused;
}
int main(void)
{
    pthread_t thread;
    int n = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, work, 0);
    shared = 3;
    if (n == 77)
        n = kind(6);
    else if (n == 78 && shared == 9)
        n = never(n);
    pthread_join(thread, 0);
    assert(n != 1 || kind(1) == 10);
}
"""
# Lines that no run comes to, and ways of branches: (line, how many there are, how many runs can go).
NOT_REACHED = {12, 19, 25, 39}
BRANCHES = {(8, 3, 2), (23, 2, 2), (24, 2, 1), (26, 2, 2), (36, 2, 2), (38, 4, 3)}
# Pairs of lines: main's write of shared and its read, with work's. What comes before the creation meets nothing.
PAIRS = {(26, 35), (27, 38)}
COMPLETE = ("mpc", "se", "dpor", "ag", "lazy", "auto")


def read_tracefile(text, path):
    """Its records, with the sums checked: functions, lines and branches by line, pairs of lines that met."""
    expect(text.startswith("TN:") and text.endswith("end_of_record\n"), text[-200:])
    functions, lines, branches, pairs, sums = {}, {}, {}, set(), {}
    for line in text.splitlines():
        key, _, rest = line.partition(":")
        parts = rest.split(",")
        if key == "SF":
            expect(rest == str(path), rest)
        elif key == "FNDA":
            functions[parts[1]] = int(parts[0])
        elif key == "DA":
            lines[int(parts[0])] = int(parts[1])
        elif key == "BRDA":
            branches.setdefault(int(parts[0]), []).append(0 if parts[3] == "-" else int(parts[3]))
        elif key == "# met":
            pairs.add(tuple(int(part.split(":")[0]) for part in parts[:2]))
            expect(int(parts[2]) > 0, line)
        elif key[:2] in ("FN", "LF", "LH", "BR") and rest.isdigit():
            sums[key] = int(rest)
    ways = [way for found in branches.values() for way in found]
    expect(sums == {"FNF": len(functions), "FNH": sum(count > 0 for count in functions.values()), "LF": len(lines),
                    "LH": sum(count > 0 for count in lines.values()), "BRF": len(ways),
                    "BRH": sum(way > 0 for way in ways)}, f"{sums}")
    return functions, lines, branches, pairs


def check_program(raddle, engine):
    with temporary_folder() as folder:
        (folder / "p.c").write_text(PROGRAM, encoding="utf-8")
        finished = run_program([raddle, f"--engine={engine}", "--coverage=p.info", "p.c"], directory=folder)
        expect(last_line(finished) == "TRUE", f"{finished.describe()}: {last_line(finished)}")
        functions, lines, branches, pairs = read_tracefile((folder / "p.info").read_text(), folder / "p.c")
        expect({name for name, count in functions.items() if not count} == {"never"}, f"{functions}")
        expect({line for line, count in lines.items() if not count} == NOT_REACHED, f"{lines}")
        found = {(line, len(ways), sum(way > 0 for way in ways)) for line, ways in branches.items()}
        expect(found == BRANCHES, f"{found}")
        expect(pairs == PAIRS, f"{pairs}")
        told = (f"coverage: {len(lines) - len(NOT_REACHED)} of {len(lines)} lines, 12 of 15 branches, "
                "2 pairs of operations that met\n")
        expect(told in finished.stdout.decode(), finished.stdout.decode())


def check_verdict(raddle, path):
    """The same verdict, with and without."""
    with temporary_folder() as folder:
        plain, counted = (run_program([raddle, "-q", "--timeout=60", *options, path], directory=folder)
                          for options in ([], ["--coverage=c.info"]))
        expect(last_line(plain) == last_line(counted), f"{last_line(plain)} and then {last_line(counted)}")
        expect((folder / "c.info").read_text().endswith("end_of_record\n"), "the file")


def cases(arguments):
    for engine in COMPLETE:
        yield f"all of it, {engine}", check_program, arguments.raddle, engine
    for path in sorted((PROGRAMS / "assertion").glob("*.c"))[::3] + sorted((PROGRAMS / "jumps").glob("*.c"))[::2]:
        yield f"{path.parent.name}/{path.name}", check_verdict, arguments.raddle, path


if __name__ == "__main__":
    sys.exit(run(__doc__, cases))
