#!/usr/bin/env python3
"""Differential test against the real thing: each program is compiled by gcc and run natively, and run by `raddle run`;
standard output and exit status must be the same, byte for byte.

A first line `// flags: ...` in a program adds options to both compilers.
"""
import argparse
import pathlib
import re
import sys
import tempfile

from harness import first_difference, run_cases, run_program, shorten

ROOT = pathlib.Path(__file__).resolve().parent


def program_flags(program):
    first = program.read_text(encoding="utf-8", errors="replace").split("\n", 1)[0]
    match = re.match(r"\s*(?://|/\*)\s*flags:\s*(.*?)\s*(?:\*/)?$", first)
    return match.group(1).split() if match else []


def compare(raddle, program, timeout):
    flags = program_flags(program)
    with tempfile.TemporaryDirectory() as directory:
        binary = pathlib.Path(directory) / "native"
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


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--filter", default="", help="only programs whose name contains this")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each run")
    parser.add_argument("--verbose", action="store_true", help="name the programs that pass, too")
    parser.add_argument("directory", nargs="?", type=pathlib.Path, default=ROOT / "native")
    arguments = parser.parse_args()
    raddle = arguments.raddle.resolve()
    programs = [p.resolve() for p in sorted(arguments.directory.rglob("*.c")) if arguments.filter in p.name]
    return run_cases(programs, lambda program: compare(raddle, program, arguments.timeout), arguments.jobs,
                     not arguments.verbose)


if __name__ == "__main__":
    sys.exit(main())
