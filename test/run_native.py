#!/usr/bin/env python3
"""Differential test against the real thing: each program is compiled by gcc and run natively, and run by `raddle run`;
standard output and exit status must be the same, byte for byte.

A first line `// flags: ...` in a program adds options to both compilers.
"""
import pathlib
import re
import sys

from harness import ROOT, first_difference, option, run, run_program, shorten, temporary_folder


def program_flags(program):
    first = program.read_text(encoding="utf-8", errors="replace").split("\n", 1)[0]
    match = re.match(r"\s*(?://|/\*)\s*flags:\s*(.*?)\s*(?:\*/)?$", first)
    return match.group(1).split() if match else []


def compare(raddle, program, timeout):
    flags = program_flags(program)
    with temporary_folder() as directory:
        binary = directory / "native"
        built = run_program(["gcc", "-std=gnu17", "-O1", "-w", "-pthread", *flags, program, "-o", binary, "-lm"])
        if built.status != 0:
            return f"gcc: {shorten(built.stderr)}"
        native = run_program([binary], timeout, directory=directory)
        if native.timed_out or native.status < 0:
            return f"natively: {native.describe()}"
        ours = run_program([raddle, "run", *flags, program], timeout, directory=directory)
    if ours.timed_out or ours.status != native.status:
        return f"native exit status {native.status}, raddle {ours.describe()}: {shorten(ours.stderr)}"
    if ours.stdout != native.stdout:
        return f"standard output differs, {first_difference(native.stdout, ours.stdout)}"
    return None


def cases(arguments):
    for program in sorted(arguments.directory.resolve().rglob("*.c")):
        yield program, compare, arguments.raddle, program, arguments.timeout


if __name__ == "__main__":
    sys.exit(run(__doc__, cases,
                 option("directory", nargs="?", type=pathlib.Path, default=ROOT / "test" / "native")))
