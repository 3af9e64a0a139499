#!/usr/bin/env python3
"""Random programs: csmith makes a C program from a seed; compiled by gcc and run natively, and run by `raddle run`, it
must print the same checksum and end with the same status. Seeds whose program runs natively for too long (csmith does
not promise that its programs end) are replaced by the next ones, so as many are compared as were asked for.
"""
import glob
import itertools
import os
import subprocess
import sys

from harness import SECONDS, SEED, Problem, Skip, count, first_difference, keep, run, run_program, shorten, \
    temporary_folder

GENERATOR = ["--no-argc", "--max-funcs", "4", "--max-block-depth", "3", "--max-expr-complexity", "6",
             "--max-array-dim", "2", "--max-array-len-per-dim", "6", "--concise"]
NATIVE_TIMEOUT = 1.5  # raddle takes some fifty times as long


def find_include():
    for pattern in ("/usr/include/csmith", "/usr/include/csmith-*", "/usr/local/include/csmith*"):
        for directory in sorted(glob.glob(pattern)):
            if os.path.exists(f"{directory}/csmith.h"):
                return directory
    listing = subprocess.run(["dpkg", "-L", "libcsmith-dev"], capture_output=True, text=True, check=False).stdout
    for line in listing.splitlines():
        if line.endswith("/csmith.h"):
            return os.path.dirname(line)
    raise Problem("csmith.h is not installed (Debian: libcsmith-dev)")


def compare(raddle, include, program, binary, timeout):
    """None, or what is different."""
    built = run_program(["gcc", "-std=gnu17", "-O1", "-w", "-I", include, program, "-o", binary, "-lm"])
    if built.status != 0:
        raise Skip(f"gcc: {shorten(built.stderr)}")
    native = run_program([binary], NATIVE_TIMEOUT)
    if native.timed_out or native.status < 0:
        raise Skip(f"natively: {native.describe()}")
    ours = run_program([raddle, "run", "-w", "-I", include, program], timeout)
    if ours.timed_out or ours.status != native.status:
        return f"native exit status {native.status}, raddle {ours.describe()}: {shorten(ours.stderr)}"
    return None if ours.stdout == native.stdout else first_difference(native.stdout, ours.stdout)


def check_seed(seed, include, arguments):
    """Keeps the program if it fails."""
    with temporary_folder() as directory:
        program = directory / f"csmith_{seed}.c"
        made = run_program(["csmith", "--seed", seed, *GENERATOR, "-o", program], 30, directory=directory)
        if made.timed_out or made.status != 0 or not program.exists():
            raise Skip("csmith made no program")
        problem = compare(arguments.raddle, include, program, directory / "native", arguments.timeout)
        if problem:
            arguments.keep.mkdir(parents=True, exist_ok=True)
            (arguments.keep / program.name).write_bytes(program.read_bytes())
        return problem


def cases(arguments):
    include = find_include()
    for seed in itertools.count(arguments.seed):
        yield f"seed {seed}", check_seed, seed, include, arguments


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, count(300), SEED, SECONDS, keep("build/csmith"), timeout=120))
