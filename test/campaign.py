#!/usr/bin/env python3
"""The searches for faults one after the other, each with its share of the time and seeds that are new every time:
soak.py, metamorphic.py, run_csmith.py and run_fuzz.py. What they find is printed as they print it; in the end there is
one line for each.
"""
import subprocess
import sys
import time

from harness import ROOT, option, run

FOLDER = ROOT / "test"
# The share of the time of each.
SHARES = {"soak": 4, "metamorphic": 3, "csmith": 1, "fuzz": 2}
MANY = "1000000000"


def command(name, raddle, seconds, seed, jobs):
    common = ["--raddle", str(raddle), "--seconds", f"{seconds:g}", "--jobs", str(jobs)]
    seeded = [*common, "--seed", str(seed), "--count", MANY]
    return [sys.executable, *{
        "soak": [str(FOLDER / "soak.py"), *seeded, "--timeout", "30", "--shrink-seconds", "30"],
        "metamorphic": [str(FOLDER / "metamorphic.py"), *seeded],
        "csmith": [str(FOLDER / "run_csmith.py"), *seeded],
        "fuzz": [str(FOLDER / "run_fuzz.py"), *common],
    }[name]]


def run_part(name, seconds, arguments):
    """None, or how it ended; its last line is kept."""
    began, last = time.monotonic(), ""
    print(f"{name}, seed {arguments.seed}, {seconds:.0f} s", flush=True)
    with subprocess.Popen(command(name, arguments.raddle, seconds, arguments.seed, arguments.jobs),
                          stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            print("    " + line, end="", flush=True)
            last = line.strip() or last
    arguments.lines.append(f"{name}: {last}, {time.monotonic() - began:.0f} s")
    return None if process.returncode == 0 else f"exit status {process.returncode}"


def cases(arguments):
    parts, arguments.lines = arguments.parts.split(","), []
    if set(parts) - set(SHARES):
        arguments.error(f"parts are {', '.join(SHARES)}")
    total = sum(SHARES[name] for name in parts)
    for name in parts:
        yield name, run_part, name, arguments.seconds * SHARES[name] / total, arguments


def conclude(arguments):
    print("\n".join(arguments.lines))


if __name__ == "__main__":
    sys.exit(run(
        __doc__, cases, option("--seconds", type=float, default=3600, help="for all together"),
        option("--parts", default=",".join(SHARES), help="separated by commas"),
        option("--seed", type=int, default=int(time.time()) % 10 ** 8, help="the first seed"),
        option("--jobs", type=int, default=2, help="of each"), conclude=conclude, jobs=None, timeout=None))
