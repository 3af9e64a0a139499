#!/usr/bin/env python3
"""Speed of the machine: the same bitcode under `raddle run` and under LLVM's own interpreter, in the same run.

Both get the bitcode after locals have been promoted to registers, so neither is helped by what a front end does. The
time of a program is the best of several runs; start-up is included. The rates are millions of raddle's own instructions
per second, for lli those of the same work. Then a run with terms against a plain one, of a program whose main does
nearly all of its work before there is another thread: nothing depends on an input, so terms should cost little. Fails
when the outputs differ, when the geometric mean of the ratios is below the goal, or when a run with terms takes more
than --setup-goal times a plain one.

With --against the repetitions are taken in turn with another raddle, and its time over ours is shown: above one is faster.
"""
import argparse
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent


def find_tool(name):
    for candidate in (f"{name}-19", f"/usr/lib/llvm-19/bin/{name}"):
        try:
            subprocess.run([candidate, "--version"], capture_output=True, check=True)
            return candidate
        except (OSError, subprocess.CalledProcessError):
            continue
    sys.exit(f"bench: {name} of LLVM 19 is not installed")


def measure(command, repetitions):
    (best,), outcome, stderr = measure_in_turn([command], repetitions)
    return best, outcome, stderr


def measure_in_turn(commands, repetitions):
    """The best time of each command; what the first of them said."""
    best = [math.inf] * len(commands)
    said = None
    for _ in range(repetitions):
        for i, command in enumerate(commands):
            start = time.perf_counter()
            result = subprocess.run(command, capture_output=True, timeout=600, check=False)
            best[i] = min(best[i], time.perf_counter() - start)
            said = said or ((result.returncode, result.stdout), result.stderr)
    return best, *said


def geometric_mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def count_instructions(raddle, bitcode):
    result = subprocess.run([raddle, "run", "-v", bitcode], capture_output=True, check=False)
    return int(re.search(rb"(\d+) instructions", result.stderr).group(1))


def build(program, directory):
    raw, bitcode = directory / "raw.bc", directory / f"{program.stem}.bc"
    subprocess.run([find_tool("clang"), "-O0", "-g", "-ffp-contract=off", "-Xclang", "-disable-O0-optnone",
                    "-emit-llvm", "-c", program, "-o", raw], check=True)
    subprocess.run([find_tool("opt"), "-passes=mem2reg", raw, "-o", bitcode], check=True)
    return bitcode


def compare_setup(raddle, repetitions, goal):
    """Returns whether a run with terms is fast enough."""
    program = ROOT / "setup.c"
    empty, _, _ = measure([raddle, "run", "-DN=10", program], repetitions)
    plain, _, stderr = measure([raddle, "run", program], repetitions)
    terms, (status, _), _ = measure([raddle, "check", "--engine=predict", program], repetitions)
    ratio = (terms - empty) / (plain - empty)
    print(f"set-up of {program.name}: plain {plain - empty:.3f} s, with terms {terms - empty:.3f} s, {ratio:.2f} times "
          f"as long (goal {goal:g}; without start-up, {empty:.3f} s)")
    if status != 0:
        print(f"{program.name}: predict ends with status {status} {stderr.decode()[:300]}")
    return status == 0 and ratio <= goal


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raddle", required=True)
    parser.add_argument("--against", metavar="RADDLE", help="another raddle, which runs the same programs in turn")
    parser.add_argument("--filter", default="", help="only programs whose name contains this")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--goal", type=float, default=10, help="the least geometric mean of the ratios")
    parser.add_argument("--setup-goal", type=float, default=2, help="the most that terms may cost in a set-up")
    arguments = parser.parse_args()
    programs = [p for p in sorted((ROOT / "programs").glob("*.c")) if arguments.filter in p.name]
    interpreter = find_tool("lli")
    raddles = [arguments.raddle] + ([arguments.against] if arguments.against else [])
    ratios, others, wrong = [], [], 0
    print(f"{'program':12} {'lli s':>8} {'raddle s':>9} {'lli M/s':>8} {'raddle M/s':>11} {'ratio':>7}"
          + ("   against" if arguments.against else ""))
    with tempfile.TemporaryDirectory() as name:
        for program in programs:
            bitcode = build(program, pathlib.Path(name))
            reference, expected, _ = measure([interpreter, "--force-interpreter", bitcode], arguments.repetitions)
            times, actual, stderr = measure_in_turn([[raddle, "run", bitcode] for raddle in raddles],
                                                    arguments.repetitions)
            ours = times[0]
            if expected != actual:
                wrong += 1
                print(f"{program.stem:12} differs: lli {expected}, raddle {actual} {stderr.decode()[:300]}")
                continue
            ratios.append(reference / ours)
            count = count_instructions(arguments.raddle, bitcode) / 1e6
            print(f"{program.stem:12} {reference:8.3f} {ours:9.3f} {count / reference:8.1f} {count / ours:11.1f} "
                  f"{ratios[-1]:7.1f}" + "".join(f" {other / ours:9.2f}" for other in times[1:]), flush=True)
            others += [other / ours for other in times[1:]]
    if not ratios:
        sys.exit("bench: nothing could be compared")
    mean = geometric_mean(ratios)
    print(f"geometric mean of {len(ratios)} programs: {mean:.1f} times lli (goal {arguments.goal:g})")
    if others:
        print(f"{geometric_mean(others):.3f} times as fast as the other raddle")
    quick = compare_setup(arguments.raddle, arguments.repetitions, arguments.setup_goal)
    return 1 if wrong or mean < arguments.goal or not quick else 0


if __name__ == "__main__":
    sys.exit(main())
