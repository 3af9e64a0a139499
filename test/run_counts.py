#!/usr/bin/env python3
"""How many runs engines take on the figures of the papers, and on programs whose orders can be counted: as many as the
papers say, or as were derived by hand (the comments at the top of the programs tell how); and a few bounds on what was
measured."""
import json
import math
import sys

from harness import PROGRAMS, run, run_program

BENCH = PROGRAMS.parent.parent / "bench"
TREE = PROGRAMS / "tree"
ORDERS = BENCH / "dpor"


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
    for engine in ("dpor", "ag"):
        yield "deadlock_hides.c", f"--engine={engine} --all --property=assertion,deadlock", "failed", 3, 3
    for program, sizes, number, *alike in orders():
        yield ORDERS / program, f"{sizes} --engine=dpor --keep-order=twins", "interleavings", number, number
        number = alike[0] if alike else number
        yield ORDERS / program, f"{sizes} --engine=dpor", "interleavings", number, number
    # Each rule is worth something, and can be switched off.
    yield ORDERS / "exchange_once.c", "-DN=4 --engine=dpor --keep-order=updates", "interleavings", 24, 24
    yield ORDERS / "attempts.c", "-DN=4 --engine=dpor --keep-order=attempts", "interleavings", 24, 24
    yield ORDERS / "barrier.c", "-DN=4 --engine=dpor --keep-order=barriers,twins", "interleavings", 24, 24
    yield ORDERS / "readers.c", "-DN=3 --engine=dpor --keep-order=sharers", "interleavings", 9, 1000
    yield ORDERS / "bias_lock.c", "--engine=dpor", "interleavings", 10, 10
    yield ORDERS / "bias_lock.c", "--engine=dpor -DFIRST", "interleavings", 10, 10
    # Measured: leaks cost no more than other checks if all threads are joined; all orders are 79,040.
    for engine in ("dpor", "ag"):
        yield PROGRAMS / "leak/taken_at_the_end.c", f"--engine={engine} --property=leak", "interleavings", 1, 500
    yield ORDERS / "bias_lock.c", "--engine=dpor --keep-order=undone", "interleavings", 50, 1000
    yield ORDERS / "spin_and_barrier.c", "-DN=2 --engine=dpor --keep-order=rounds", "interleavings", 3, 1000
    # Measured: what a thread remembers of a waiting loop that it has left tells no states apart; there is no predicate
    # for all rounds of a loop together, which would take minutes.
    yield BENCH / "lazy/sync.c", "-DITEMS=10 --engine=ag --property=assertion", "runs", 1, 200
    yield BENCH / "mpc/spinlock.c", "-DT=3 -DK=3 --engine=ag --property=assertion", "runs", 1, 2000
    yield "local/one_order.c", "--engine=ag --property=assertion --assume-defined", "runs", 1, 1


def orders():
    """program, sizes, how many orders differ in something that matters; and how many, if it does not matter which of
    the threads is which, where all of some do the same with the same"""
    for n in (2, 4):
        yield "exchange_once.c", f"-DN={n}", n
        yield "exchange_after_store.c", f"-DN={n}", n * 2 ** (n - 1) + 1, n + 1
        yield "attempts.c", f"-DN={n}", n
        yield "once.c", f"-DN={n}", n, 1
        yield "readers.c", f"-DN={n}", 2 ** n
        yield "sums.c", f"-DN={n}", 1
        yield "sums.c", f"-DN={n} -DLOOK", math.factorial(n)
        yield "spin_and_barrier.c", f"-DN={n}", math.factorial(n), 1
        for rounds in (1, 2):
            yield "barrier.c", f"-DN={n} -DROUNDS={rounds}", 1
            yield "barrier.c", f"-DN={n} -DROUNDS={rounds} -DLAST", n ** rounds, n ** (rounds - 1)
    # Counted over all N! sequences: those are one that differ only in where failures stand between two successes.
    for n, number in ((2, 2), (3, 5), (4, 14), (5, 43)):
        yield "exchange_chain.c", f"-DN={n}", number


def check_row(raddle, program, options, name, least, most):
    """None, or what went wrong."""
    finished = run_program([raddle, "check", "-q", "--json", "-", *options.split(), TREE / program], timeout=120)
    output = finished.stdout.decode("utf-8", "replace")
    number = json.loads(output[:output.rindex("}") + 1])["stats"][name]
    if not least <= number <= most:
        return f"{number} {name}, expected {least}" + (f" to {most}" if most != least else "")
    return None


def cases(arguments):
    for program, options, name, least, most in rows():
        yield f"{program} {options} {name}", check_row, arguments.raddle, program, options, name, least, most


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, jobs=1, timeout=None))
