#!/usr/bin/env python3
"""Random programs: csmith makes a C program from a seed; compiled by gcc and run natively, and run by `raddle run`, it
must print the same checksum and end with the same status. Seeds whose program runs natively for too long (csmith does
not promise that its programs end) are replaced by the next ones, so as many are compared as were asked for.
"""
import argparse
import collections
import glob
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from harness import close, first_difference, run_program, shorten

GENERATOR = ["--no-argc", "--max-funcs", "4", "--max-block-depth", "3", "--max-expr-complexity", "6",
             "--max-array-dim", "2", "--max-array-len-per-dim", "6", "--concise"]
NATIVE_TIMEOUT = 5


def find_include():
    for pattern in ("/usr/include/csmith", "/usr/include/csmith-*", "/usr/local/include/csmith*"):
        for directory in sorted(glob.glob(pattern)):
            if os.path.exists(f"{directory}/csmith.h"):
                return directory
    listing = subprocess.run(["dpkg", "-L", "libcsmith-dev"], capture_output=True, text=True, check=False).stdout
    for line in listing.splitlines():
        if line.endswith("/csmith.h"):
            return os.path.dirname(line)
    sys.exit("run_csmith.py: csmith.h is not installed (Debian: libcsmith-dev)")


class Comparison:
    """Compares seeds; keeps the programs that failed."""

    def __init__(self, raddle, include, timeout, keep):
        self.raddle = raddle
        self.include = include
        self.timeout = timeout
        self.keep = keep

    def compare(self, seed):
        """Returns (kind, message) with kind one of pass, fail, skip."""
        with tempfile.TemporaryDirectory() as directory:
            program = pathlib.Path(directory) / f"csmith_{seed}.c"
            made = run_program(["csmith", "--seed", seed, *GENERATOR, "-o", program], 30, directory=directory)
            if made.timed_out or made.status != 0 or not program.exists():
                return "skip", "csmith made no program"
            kind, message = self.compare_program(program, pathlib.Path(directory) / "native")
            if kind == "fail":
                self.keep.mkdir(parents=True, exist_ok=True)
                (self.keep / program.name).write_bytes(program.read_bytes())
            return kind, message

    def compare_program(self, program, binary):
        built = run_program(["gcc", "-std=gnu17", "-O1", "-w", "-I", self.include, program, "-o", binary, "-lm"])
        if built.status != 0:
            return "skip", f"gcc: {shorten(built.stderr)}"
        native = run_program([binary], NATIVE_TIMEOUT)
        if native.timed_out or native.status < 0:
            return "skip", f"natively: {native.describe()}"
        ours = run_program([self.raddle, "run", "-w", "-I", self.include, program], self.timeout)
        if ours.timed_out or ours.status != native.status:
            return "fail", f"native exit status {native.status}, raddle {ours.describe()}: {shorten(ours.stderr)}"
        if ours.stdout != native.stdout:
            return "fail", first_difference(native.stdout, ours.stdout)
        return "pass", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--count", type=int, default=300, help="number of programs to compare")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin with none after that time")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one run of raddle")
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("build/csmith"),
                        help="where failing programs go")
    arguments = parser.parse_args()
    comparison = Comparison(arguments.raddle.resolve(), find_include(), arguments.timeout, arguments.keep)
    results = collections.Counter()
    seed, until = arguments.seed, time.monotonic() + arguments.seconds
    reasons = {}
    with ThreadPoolExecutor(max_workers=arguments.jobs) as pool:
        running = {}
        while True:
            # Never start more than could still be needed, so that exactly `count` programs are compared.
            while len(running) < arguments.jobs and time.monotonic() < until and \
                    results["pass"] + results["fail"] + len(running) < arguments.count:
                running[pool.submit(comparison.compare, seed)] = seed
                seed += 1
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                kind, message = future.result()
                results[kind] += 1
                if kind == "fail":
                    print(f"FAIL seed {running[future]}: {message}", flush=True)
                if kind == "skip":
                    reasons[message] = reasons.get(message, 0) + 1
                del running[future]
                compared = results["pass"] + results["fail"]
                if kind != "skip" and compared % 25 == 0:
                    print(f"{compared} of {arguments.count} compared, {results['skip']} replaced", flush=True)
    for reason, count in sorted(reasons.items()):
        print(f"replaced {count}: {reason}")
    return close(results["pass"], results["fail"])


if __name__ == "__main__":
    sys.exit(main())
