#!/usr/bin/env python3
"""How --engine=predict grows with the trace: programs without branches of 4 threads that make 1, 2, 4, 8, 16
thousand accesses to 100 variables under 5 locks. A section takes one of the locks, reads and writes 2 to 4 of the 20
variables that belong to it, and releases it; what is written depends on what the thread has read before, also in
other sections.

The assertion at the end of the last thread holds: `mask` (the default) says that a value is in the range that every
write keeps to; `pair` says that two variables which every section writes together are equal under their lock, so
that all orders in which they come from two sections have to be refuted, which is much harder.

Each row shows the numbers of one size and, as a factor, what they are compared with the row before. With --eager the
same traces are also decided with clocks as bit-vectors (--order=clocks) instead of the order theory (--order=graph);
the ratio is their total time over ours. Fails when a verdict is not TRUE or a doubling costs --goal times the time
or more.
"""
import argparse
import pathlib
import random
import sys
import tempfile

from predict import ask

THREADS, LOCKS, VARIABLES_PER_LOCK = 4, 5, 20


def write_section(chance, thread, assertion):
    """One critical section, and how many accesses it makes. The last variables of a lock are its pair."""
    lock = chance.randrange(LOCKS)
    last = VARIABLES_PER_LOCK - (2 if assertion == "pair" else 0)
    lines = [f"    pthread_mutex_lock(&locks[{lock}]);"]
    accesses = chance.randint(2, 4)
    made = 0
    while made < accesses:
        index = lock * VARIABLES_PER_LOCK + chance.randrange(last)
        if assertion == "pair" and accesses - made >= 2 and chance.random() < 0.2:
            pair = (lock + 1) * VARIABLES_PER_LOCK
            lines += [f"    v[{pair - 2}] = sum{thread};", f"    v[{pair - 1}] = sum{thread};"]
            made += 2
        elif made % 2 == 0:
            lines.append(f"    sum{thread} = (sum{thread} + v[{index}]) & 0xff;")
            made += 1
        else:
            lines.append(f"    v[{index}] = (sum{thread} + {chance.randint(1, 9)}) & 0xff;")
            made += 1
    lines.append(f"    pthread_mutex_unlock(&locks[{lock}]);")
    return lines, made


def write_thread(chance, thread, accesses, assertion):
    lines = [f"static void *work{thread}(void *argument)", "{", f"    int sum{thread} = {thread};"]
    while accesses > 0:
        section, made = write_section(chance, thread, assertion)
        lines += section
        accesses -= made
    if thread == THREADS - 1:
        lines += ["    pthread_mutex_lock(&locks[0]);"]
        if assertion == "pair":
            lines += [f"    int left = v[{VARIABLES_PER_LOCK - 2}];",
                      f"    int right = v[{VARIABLES_PER_LOCK - 1}];",
                      "    pthread_mutex_unlock(&locks[0]);", "    assert(left == right);"]
        else:
            lines += ["    int value = v[0];", "    pthread_mutex_unlock(&locks[0]);", "    assert(value <= 0xff);"]
    return [*lines, "    return argument;", "}", ""]


def write_program(accesses, seed, assertion):
    chance = random.Random(seed)
    lines = ["#include <assert.h>", "#include <pthread.h>", "#include <stddef.h>", "",
             f"int v[{LOCKS * VARIABLES_PER_LOCK}];", f"pthread_mutex_t locks[{LOCKS}];", ""]
    for thread in range(THREADS):
        lines += write_thread(chance, thread, accesses // THREADS, assertion)
    lines += ["int main(void)", "{", f"    pthread_t threads[{THREADS}];"]
    lines += [f"    pthread_mutex_init(&locks[{i}], NULL);" for i in range(LOCKS)]
    lines += [f"    pthread_create(&threads[{i}], NULL, work{i}, NULL);" for i in range(THREADS)]
    lines += [f"    pthread_join(threads[{i}], NULL);" for i in range(THREADS)]
    return "\n".join([*lines, "    return 0;", "}", ""])


def show_growth(value, before, digits):
    text = f"{value:.{digits}f}"
    return text if not before else f"{text} x{value / before:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--sizes", default="1,2,4,8,16", help="thousands of accesses, separated by commas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--assertion", choices=("mask", "pair"), default="mask")
    parser.add_argument("--limit", type=float, default=300, help="seconds for one analysis")
    parser.add_argument("--goal", type=float, default=4, help="a doubling must cost less than this factor")
    parser.add_argument("--eager", action="store_true", help="compare with --order=clocks")
    parser.add_argument("--eager-limit", type=float, default=120, help="seconds for it")
    parser.add_argument("--print", type=int, metavar="ACCESSES", help="print the program of this size and stop")
    arguments = parser.parse_args()
    if arguments.print:
        sys.stdout.write(write_program(arguments.print, arguments.seed, arguments.assertion))
        return 0
    names = ("accesses", "events", "encode s", "solve s", "total s", "clauses", "memory MB")
    widths = (8, 7, 13, 13, 13, 15, 11)
    print(*(f"{name:>{width}}" for name, width in zip(names, widths)),
          *(["    clocks s  ratio"] if arguments.eager else []), " verdict")
    before, problems = None, []
    with tempfile.TemporaryDirectory() as directory:
        for thousands in map(float, arguments.sizes.split(",")):
            accesses = int(1000 * thousands)
            program = pathlib.Path(directory) / f"growth_{accesses}.c"
            program.write_text(write_program(accesses, arguments.seed, arguments.assertion), encoding="utf-8")
            answer = ask(arguments.raddle, "predict", ["--order=graph", program], arguments.limit)
            last = before or answer
            first = before is None
            cells = [str(accesses), str(answer.events)]
            for value, old, digits in ((answer.encoding, last.encoding, 2), (answer.solving, last.solving, 2),
                                       (answer.seconds, last.seconds, 2), (answer.clauses, last.clauses, 0),
                                       (answer.memory, last.memory, 0)):
                cells.append(show_growth(value, 0 if first else old, digits))
            row = [f"{cell:>{width}}" for cell, width in zip(cells, widths)]
            if arguments.eager:
                eager = ask(arguments.raddle, "predict", ["--order=clocks", program], arguments.eager_limit)
                limit = ">" if eager.timed_out() else ""
                row.append(f"{eager.show_time():>12} {limit}{eager.seconds / answer.seconds:.1f}")
                if eager.verdict != answer.verdict and not eager.timed_out():
                    problems.append(f"{accesses} accesses: clocks say {eager.verdict}, {eager.reason or ''}")
            print(*row, "", answer.verdict, answer.reason or "", flush=True)
            if answer.verdict != "TRUE":
                problems.append(f"{accesses} accesses: expected TRUE, got {answer.verdict} {answer.reason or ''}")
            elif before and answer.seconds >= arguments.goal * before.seconds:
                problems.append(f"{accesses} accesses cost {answer.seconds / before.seconds:.1f} times the row before")
            before = answer
    for problem in problems:
        print(f"!! {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
