#!/usr/bin/env python3
"""auto against every single engine, on all programs of test/programs and of the tables of bench/: how many each decides
within the time, which of them nobody else decides, and what auto misses.

A program is decided by an answer that is right and holds without a bound; of task definitions the properties they name
are asked about, of the other programs assertions. A wrong answer ends the benchmark with an error.

Every answer is written to a file at once (--results); a benchmark that was interrupted goes on from there. From the same
file the table is printed and the plot drawn: for each engine, how many programs it decides within how many seconds.

Must hold: auto decides at least as many as the best single engine, and 95% of what all engines together decide.
"""
import argparse
import collections
import concurrent.futures
import json
import math
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test"))

import ag  # noqa: E402
import lazy  # noqa: E402
import mpc  # noqa: E402
from ask import run_raddle  # noqa: E402
from harness import list_engines  # noqa: E402
from tasks import read_task  # noqa: E402

COLOURS = ("#000000", "#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22",
           "#17becf", "#aec7e8", "#ffbb78", "#98df8a")


class Question:
    """A program, how it is asked about, and the right answer."""

    def __init__(self, name, program, options, expected, task=None):
        self.name = name
        self.program = program
        self.options = options
        self.expected = expected
        self.task = task    # None for what has no task definition


def list_tasks(folder):
    for path in sorted((ROOT / "test" / folder).rglob("*.yml")):
        task = read_task(path)
        name = str(path.relative_to(ROOT).with_suffix(""))
        model = [] if task.data_model == "LP64" else [f"--data-model={task.data_model}"]
        properties = [task.violated] if task.violated else task.proven
        yield Question(name, task.source, [f"--property={','.join(properties)}", *task.arguments, *model],
                       "FALSE" if task.violated else "TRUE", task)


def list_rows():
    assertion = ["--property=assertion"]
    for name, program, sizes, _, expected, *_ in (*ag.TABLE2_ROWS, *ag.VARIANT_ROWS):
        yield Question(f"bench/ag/{name}", ROOT / "bench" / f"{program}.c", [*assertion, *sizes.split()], expected)
    for name, program, sizes, _, _, _, least, *_ in (*lazy.TABLE1_ROWS, *lazy.TABLE2_ROWS):
        yield Question(f"bench/lazy/{name}", ROOT / "bench" / "lazy" / f"{program}.c", [*assertion, *sizes.split()],
                       "TRUE" if least is None else "FALSE")
    for name, program, sizes, *_ in mpc.LIBRARY_ROWS:
        path = ROOT / "bench" / "mpc" / f"{program}.c"
        yield Question(f"bench/mpc/{name}", path, [*assertion, *sizes.split()], "TRUE")
        yield Question(f"bench/mpc/{name}-broken", path, [*assertion, *sizes.split(), "-DBROKEN"], "FALSE")


def list_questions(pattern):
    """Rows that ask the same are one question."""
    seen = {}
    for question in (*list_tasks("programs"), *list_rows()):
        key = (question.program, tuple(question.options))
        if pattern in question.name and key not in seen:
            seen[key] = question
    return list(seen.values())


def ask(raddle, question, engine, limit):
    report, seconds, problem = run_raddle(raddle, question.program, engine, question.options, limit)
    verdict = report.get("verdict", "none")
    given = any(option.startswith(("--input", "--unwind", "--context-bound")) for option in question.options)
    decided = verdict in ("TRUE", "FALSE") and (given or verdict == "FALSE" or not report["bounded"])
    return {"name": question.name, "engine": engine, "verdict": verdict, "seconds": round(seconds, 3),
            "decided": decided, "wrong": verdict == "none" or (decided and verdict != question.expected),
            "words": report.get("reason") or problem}


def read_results(path):
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def measure(arguments, questions, engines, results):
    known = {(result["name"], result["engine"]) for result in results}
    todo = [(question, engine) for engine in engines for question in questions
            if (question.name, engine) not in known]
    print(f"{len(questions)} programs, {len(engines)} engines, {len(todo)} answers to get", flush=True)
    with open(arguments.results, "a", encoding="utf-8") as out, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        futures = [pool.submit(ask, arguments.raddle, *pair, arguments.timeout) for pair in todo]
        for future in concurrent.futures.as_completed(futures):
            result = future.result()
            results.append(result)
            out.write(json.dumps(result) + "\n")
            out.flush()
            if result["wrong"]:
                print(f"!! WRONG {result['engine']} {result['name']}: {result['verdict']} {result['words']}", flush=True)


def print_table(questions, engines, decided):
    everybody = set().union(*decided.values())
    print(f"\n{'engine':10} {'decides':>8} {'alone':>6} {'seconds':>9}")
    for engine in engines:
        others = set().union(*(decided[other] for other in engines if other not in (engine, "auto")))
        alone = len(set(decided[engine]) - others) if engine != "auto" else "-"
        print(f"{engine:10} {len(decided[engine]):8} {alone:>6} {sum(decided[engine].values()):9.1f}")
    print(f"{'together':10} {len(everybody):8}   of {len(questions)}")
    for name in sorted(everybody - set(decided["auto"])):
        found = ", ".join(f"{engine} in {decided[engine][name]:.1f} s" for engine in engines if name in decided[engine])
        print(f"auto does not decide {name}: {found}")
    return everybody


def draw_plot(path, engines, decided, limit):
    """Seconds (logarithmic) over the number of programs decided, as SVG."""
    width, height, left, right, bottom = 900, 540, 60, 150, 50
    most = max((len(times) for times in decided.values()), default=1) or 1

    def x_of(count):
        return left + (width - left - right) * count / most

    def y_of(seconds):
        low, high = math.log10(0.05), math.log10(limit)
        part = (math.log10(min(max(seconds, 0.05), limit)) - low) / (high - low)
        return height - bottom - (height - bottom - 20) * part
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
             f'font-size="13">', f'<rect width="{width}" height="{height}" fill="#ffffff"/>']
    for seconds in (0.1, 1, 10, limit):
        lines.append(f'<path d="M{left} {y_of(seconds):.1f}H{width - right}" stroke="#dddddd"/>'
                     f'<text x="{left - 8}" y="{y_of(seconds) + 4:.1f}" text-anchor="end">{seconds:g} s</text>')
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if most / size <= 10)
    for count in range(0, most + 1, step):
        lines.append(f'<text x="{x_of(count):.1f}" y="{height - bottom + 20}" text-anchor="middle">{count}</text>')
    lines.append(f'<text x="{(left + width - right) / 2:.0f}" y="{height - 8}" text-anchor="middle">programs decided</text>')
    for index, engine in enumerate(engines):
        times = sorted(decided[engine].values())
        points = " ".join(f"{x_of(count):.1f},{y_of(seconds):.1f}" for count, seconds in enumerate(times, 1))
        colour, stroke = COLOURS[index % len(COLOURS)], 3 if engine == "auto" else 1.5
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{stroke}"/>')
        lines.append(f'<rect x="{width - right + 12}" y="{24 + 22 * index}" width="14" height="4" fill="{colour}"/>'
                     f'<text x="{width - right + 32}" y="{30 + 22 * index}">{engine} {len(times)}</text>')
    path.write_text("\n".join([*lines, "</svg>"]) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--timeout", type=float, default=20, metavar="SECONDS", help="for one answer (default 20)")
    parser.add_argument("--engines", help="separated by commas; auto must be one of them; all if not given")
    parser.add_argument("--only", default="", metavar="PATTERN", help="only programs whose name contains this")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2), help="answers at a time")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("auto-results.jsonl"))
    parser.add_argument("--plot", type=pathlib.Path, default=pathlib.Path("auto.svg"))
    arguments = parser.parse_args()
    engines = arguments.engines.split(",") if arguments.engines else list(list_engines(arguments.raddle))
    if "auto" not in engines:
        parser.error("auto must be one of the engines")
    questions = list_questions(arguments.only)
    names = {question.name for question in questions}
    results = [result for result in read_results(arguments.results) if result["name"] in names]
    measure(arguments, questions, engines, results)
    decided = collections.defaultdict(dict)
    for result in results:
        if result["decided"] and not result["wrong"] and result["engine"] in engines:
            decided[result["engine"]][result["name"]] = result["seconds"]
    everybody = print_table(questions, engines, decided)
    draw_plot(arguments.plot, engines, decided, arguments.timeout)
    wrong = sum(result["wrong"] for result in results)
    best = max((len(decided[engine]) for engine in engines if engine != "auto"), default=0)
    share = len(decided["auto"]) / len(everybody) if everybody else 1
    print(f"{wrong} wrong; auto decides {len(decided['auto'])}, the best single engine {best}; "
          f"{100 * share:.1f}% of what all together decide")
    return 1 if wrong or len(decided["auto"]) < best or share < 0.95 else 0


if __name__ == "__main__":
    sys.exit(main())
