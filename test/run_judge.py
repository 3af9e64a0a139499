#!/usr/bin/env python3
"""Whether what structures.tsv expects is right: it was found by reasoning, and here the axioms of RC11 decide, on all
executions of the program as clang compiles it, run by the interpreter of test/memory. No raddle is asked."""
import os
import sys

from harness import Problem, expect, run, run_program, shorten
from memory.ir import Module
from memory.judge import violations
from memory.weakened import CORRECT, STRUCTURES, choosing, read_weakened


def compile_text(row):
    """As LLVM's text, with nothing optimised."""
    defines = [f"-D{word}" for word in (f"WEAK={row.weak}", *row.defines)]
    finished = run_program([os.environ.get("RADDLE_CLANG", "clang-19"), "-S", "-emit-llvm", "-O0", "-w", "-pthread",
                            *defines, STRUCTURES / f"{row.program}.c", "-o", "-"])
    if finished.status != 0:
        raise Problem(shorten(finished.stderr))
    return finished.stdout.decode()


def check_row(row):
    found = set()
    for violated in violations(Module(compile_text(row))):
        found.add(violated)
        if violated == row.expected:
            return
    words = ", ".join(sorted(found)) or "nothing is violated"
    expect(row.expected == CORRECT and not found, f"expected {row.expected}, found: {words}")


def cases(arguments):
    for row in read_weakened(arguments):
        yield row.name(), check_row, row


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, *choosing(), jobs=None, timeout=None, raddle=False))
