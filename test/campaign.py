#!/usr/bin/env python3
"""The searches for faults one after the other, each with its share of the time and seeds that are new every time:
soak.py, metamorphic.py, run_csmith.py and run_fuzz.py. What they find is printed as they print it; in the end there is
one line for each.
"""
import argparse
import pathlib
import subprocess
import sys
import time

FOLDER = pathlib.Path(__file__).parent
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=3600, help="for all together")
    parser.add_argument("--parts", default=",".join(SHARES), help="separated by commas")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10 ** 8, help="the first seed")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    parts = arguments.parts.split(",")
    if set(parts) - set(SHARES):
        parser.error(f"parts are {', '.join(SHARES)}")
    total, lines, status = sum(SHARES[name] for name in parts), [], 0
    for name in parts:
        seconds, began = arguments.seconds * SHARES[name] / total, time.monotonic()
        print(f"{name}, seed {arguments.seed}, {seconds:.0f} s", flush=True)
        last = ""
        with subprocess.Popen(command(name, arguments.raddle, seconds, arguments.seed, arguments.jobs),
                              stdout=subprocess.PIPE, text=True) as process:
            for line in process.stdout:
                print("    " + line, end="", flush=True)
                last = line.strip() or last
        status |= process.returncode != 0
        lines.append(f"{name}: {last}{'' if process.returncode in (0, 1) else f', exit status {process.returncode}'}, "
                     f"{time.monotonic() - began:.0f} s")
    print("\n".join(lines))
    return status


if __name__ == "__main__":
    sys.exit(main())
