#!/usr/bin/env python3
"""How many runs engines take on the figures of the papers: as many as the papers say, or as were derived by hand (the
comments at the top of the programs tell how)."""
import argparse
import json
import pathlib
import subprocess
import sys

TREE = pathlib.Path(__file__).resolve().parent / "programs" / "tree"


def rows():
    """program, options, statistic, least, most"""
    for engine in ("se", "dpor"):
        yield "inputs/fig2.c", f"--engine={engine}", "runs", 6, 6
    yield "inputs/fig2.c", "--engine=ag", "runs", 5, 5
    yield "inputs/fig2.c", "--engine=ag", "pruned", 4, 4
    for k in range(3, 13):
        yield "fig3_long.c", f"-DK={k} --engine=dpor", "runs", 2 ** k, 2 ** k
        yield "fig3_long.c", f"-DK={k} --engine=ag", "runs", k + 1, k + 1
    yield "inputs/fig4.c", "--engine=se", "runs", 54, 54
    yield "inputs/fig4.c", "--engine=dpor", "runs", 1, 36
    yield "inputs/fig4.c", "--engine=ag --no-dpor", "runs", 1, 18
    yield "inputs/fig4.c", "--engine=ag", "runs", 1, 13
    yield "fig1.c", "--engine=lazy --all", "interleavings", 8, 8
    yield "fig1.c", "--engine=lazy --all", "failed", 2, 2
    yield "fig1.c", "--engine=lazy", "interleavings", 3, 3
    yield "irrelevant.c", "--engine=ag", "runs", 1, 1
    yield "halts.c", "--engine=ag --property=assertion --assume-defined", "runs", 2, 2
    yield "halts.c", "--engine=ag --property=assertion --assume-defined", "pruned", 2, 2
    yield "local/one_order.c", "--engine=ag --property=assertion --assume-defined", "runs", 1, 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    failed = passed = 0
    for program, options, name, least, most in rows():
        command = [str(arguments.raddle), "check", "-q", "--json", "-", *options.split(), str(TREE / program)]
        output = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False).stdout
        try:
            count = json.loads(output[:output.rindex("}") + 1])["stats"][name]
        except (ValueError, KeyError):
            count = None
        if count is None or not least <= count <= most:
            print(f"FAIL {program} {options}: {name} {count}, expected {least}" +
                  (f" to {most}" if most != least else ""))
            failed += 1
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
