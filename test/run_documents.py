#!/usr/bin/env python3
"""The documents: every relative link of every .md file points to a file, and to a heading of it; commands that the
README, the tutorial and the pages about engines show run, and end with the verdict that is shown below them; what
doc/mpc.md and doc/functions.md show of their programs is what raddle prints; what doc/not-modelled.md says about its
programs is what raddle says; contrib/ci/check.sh works; engines, options, functions of the threads library and kinds
of events are where the documents list them.

A command stands in an indented or fenced block and begins with `build/raddle`, perhaps after `$ `. The commands of a
document are run in their order, since one may need what another has written. A comment `<!-- slow -->` in the last line
before a block that is not empty leaves its commands out.

After a comment `<!-- in FOLDER -->` a command begins with `$ raddle`, is run in that folder, and prints just what is shown
below it: a line `...` stands for any lines, and of seconds, memory and clauses the numbers may differ.
"""
import json
import re
import shlex
import sys

from harness import ROOT, list_engines, run, run_program, shorten, temporary_folder

NOT_MODELLED = ROOT / "doc" / "not-modelled.md"
CHECK = ROOT / "contrib" / "ci" / "check.sh"
FENCE = re.compile(r"^\s*(```|~~~)")
COMMENT = re.compile(r"^<!-- (.*) -->$")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
VERDICT = re.compile(r"^(TRUE|FALSE\(.*|UNKNOWN\(.*|NATIVE: .*)$")


def markdown_files():
    ignored = {"build", ".git"}
    return [path for path in sorted(ROOT.rglob("*.md")) if not ignored & set(path.relative_to(ROOT).parts)]


def code_blocks(text):
    """Yields (remark, lines) for each block of code, without its indentation: the remark is what the comment in the line
    before it says, or empty."""
    block, fenced, previous, remark = [], False, "", ""
    for line in text.splitlines() + ["end"]:
        comment = COMMENT.match(previous)
        if FENCE.match(line):
            if fenced:
                yield remark, block
                block = []
            else:
                remark = comment.group(1) if comment else ""
            fenced = not fenced
        elif fenced:
            block.append(line)
        elif line.startswith("    "):
            if not block:
                remark = comment.group(1) if comment else ""
            block.append(line[4:])
        elif line.strip() == "" and block:
            block.append("")
        elif block:
            yield remark, block
            block = []
        if line.strip():
            previous = line


def prose_lines(text):
    """The lines that are no code; links are looked for in these."""
    fenced = False
    for line in text.splitlines():
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            yield re.sub(r"`[^`]*`", lambda code: "`" if "](" in code.group() else code.group(), line)


def anchors(path):
    """The names of a document's headings, as code hosts make them."""
    names = {}
    for line in prose_lines(path.read_text(encoding="utf-8")):
        heading = re.match(r"#+ (.*)$", line)
        if heading:
            words = re.sub(r"[^\w\- ]", "", heading.group(1).strip().lower()).replace(" ", "-")
            count = names.get(words, 0)
            names[words] = count + 1
            if count:
                names[f"{words}-{count}"] = 1
    return set(names)


def check_links(path):
    problems = []
    text = "\n".join(prose_lines(path.read_text(encoding="utf-8")))
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, heading = target.partition("#")
        other = (path.parent / file).resolve() if file else path
        if not other.exists():
            problems.append(f"{target} does not exist")
        elif heading and (other.suffix != ".md" or heading not in anchors(other)):
            problems.append(f"{target} has no such heading")
    return "; ".join(problems) or None


def shown_commands(path):
    """The commands of a document, as (command, the verdict shown or None)."""
    commands = []
    for remark, lines in code_blocks(path.read_text(encoding="utf-8")):
        current = None
        for line in [] if remark == "slow" else lines:
            command = line.removeprefix("$ ")
            if command.startswith("build/raddle"):
                current = [command, None]
                commands.append(current)
            elif line.startswith("$ "):
                current = None
            elif current and VERDICT.match(line):
                current[1] = line
    return commands


def prepare_folder(folder, raddle):
    """Makes a folder look like the top of the source tree, with raddle built."""
    for name in ("examples", "test", "bench", "contrib"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "build").mkdir()
    (folder / "build" / "raddle").symlink_to(raddle)


def check_commands(path, raddle):
    with temporary_folder() as folder:
        prepare_folder(folder, raddle)
        for command, verdict in shown_commands(path):
            finished = run_program(shlex.split(command, comments=True), directory=folder)
            if finished.timed_out or finished.status not in (0, 1, 3):
                return f"{command}: {finished.describe()}: {shorten(finished.stderr)}"
            last = finished.stdout.decode().splitlines()[-1:]
            if verdict and last != [verdict]:
                return f"{command}: shown is {verdict}, but it says {' '.join(last)}"
    return None


def shown_outputs(path):
    """The commands of a document whose whole output is shown, as (folder, command, lines)."""
    outputs = []
    for remark, lines in code_blocks(path.read_text(encoding="utf-8")):
        if not remark.startswith("in "):
            continue
        for line in lines:
            if line.startswith("$ raddle "):
                outputs.append((ROOT / remark.removeprefix("in "), line.removeprefix("$ raddle "), []))
            elif line:
                outputs[-1][2].append(line)
    return outputs


def without_measures(lines):
    return [re.sub(r"[\d.]+ (s|MB|clauses)\b", r"\1", line) + "\n" for line in lines if line]


def check_outputs(path, raddle):
    for folder, command, lines in shown_outputs(path):
        finished = run_program([raddle, *shlex.split(command)], directory=folder)
        printed = "".join(without_measures(finished.stdout.decode().splitlines()))
        shown = "".join(re.escape(line) if line != "...\n" else r"(.*\n)*" for line in without_measures(lines))
        if not re.fullmatch(shown, printed):
            return f"raddle {command} does not print what is shown but\n{printed}"
    return None


def not_modelled_rows():
    text = NOT_MODELLED.read_text(encoding="utf-8")
    return re.findall(r"\]\(\.\./(test/not-modelled/[^)]+)\) \| `([^`]+)` \|", text)


def check_not_modelled(program, answer, raddle):
    finished = run_program([raddle, "-q", "--timeout=60", program], directory=ROOT)
    said = finished.stdout.decode().strip()
    whole = said == answer or said.startswith(answer + " ")
    cut = answer.startswith("UNKNOWN(") and not answer.endswith(")") and said.startswith(answer + " at ")
    if answer.endswith("in function"):
        cut = said.startswith(answer)
    return None if whole or cut else f"the document says {answer}, raddle says {said}"


def check_rows_complete():
    """Each program has its row."""
    rows = {program for program, _ in not_modelled_rows()}
    files = {str(path.relative_to(ROOT)) for path in (ROOT / "test" / "not-modelled").glob("*.c")}
    return None if rows == files else f"without a row or a program: {' '.join(sorted(rows ^ files))}"


def run_check(raddle, arguments):
    """Runs check.sh; returns what came of it and the SARIF logs it has left."""
    with temporary_folder() as folder:
        finished = run_program([CHECK, "-o", folder, *arguments], directory=ROOT, environment={"RADDLE": str(raddle)})
        logs = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.sarif"))]
    return finished, logs


CHECKS = {
    # name: (arguments, exit status, number of logs, results in all logs)
    "holds": (["-l", "contrib/ci/programs.txt", "--", "--timeout=60", "-q"], 0, 3, 0),
    "violated": (["examples/tutorial/step3.c", "examples/tutorial/step1.c", "--", "-q"], 1, 2, 1),
    "unknown": (["test/not-modelled/fork.c"], 0, 1, 0),
    "strict": (["-s", "test/not-modelled/fork.c"], 3, 1, 0),
    "missing": (["no-such-file.c", "examples/tutorial/step3.c"], 2, 1, 0),
    "violated before missing": (["no-such-file.c", "examples/tutorial/step1.c"], 1, 1, 1),
    "nothing": ([], 2, 0, 0),
    "no list": (["-l", "no-such-list"], 2, 0, 0),
    "wrong option": (["-x"], 2, 0, 0),
}


def check_script(name, raddle):
    arguments, status, count, results = CHECKS[name]
    finished, logs = run_check(raddle, arguments)
    runs = [run for log in logs for run in log["runs"]]
    found = (finished.status, len(logs), sum(len(run["results"]) for run in runs))
    if found != (status, count, results):
        return f"status, logs and results are {found}, expected {(status, count, results)}: {shorten(finished.stderr)}"
    categories = {run["automationDetails"]["id"] for run in runs}
    return None if len(categories) == len(runs) else "two logs have the same category"


def engine_row(row):
    """The row of doc/engines/README.md that raddle's table of engines makes."""
    bounds = ["`--unwind`", *(["`--context-bound`"] if "context-bound" in row["options"] else [])]
    along = ", on one path" if row["one_path"] else ""
    proves = "no" if not row["proves"] else "if there is one path" if row["one_path"] else \
        "for this input" if row["inputs"] == "one" else "yes"
    schedules = "random" if row["inputs"] == "random" else "all"
    cells = [f"[{row['name']}]({row['name']}.md)", row["inputs"] + along, schedules + along, proves, "yes" if row["finds"] else "no",
             ", ".join(bounds), "yes" if "jobs" in row["options"] else "no", row["in_short"]]
    return f"| {' | '.join(cells)} |"


def check_engines(raddle):
    lines = (ROOT / "doc" / "engines" / "README.md").read_text(encoding="utf-8").splitlines()
    missing = [line for line in map(engine_row, list_engines(raddle).values()) if line not in lines]
    return f"doc/engines/README.md lacks\n{chr(10).join(missing)}" if missing else None


def check_options(raddle):
    """Each option of `raddle help all` has its row."""
    shown = run_program([raddle, "help", "all"], directory=ROOT).stdout.decode()
    options = set(re.findall(r"^ +(?:-\w, )?(--[a-z][a-z-]*)", shown, re.MULTILINE))
    named = set(re.findall(r"--[a-z][a-z-]*", (ROOT / "doc" / "command-line.md").read_text(encoding="utf-8")))
    missing = sorted(options - named)
    return None if options and not missing else f"doc/command-line.md lacks {' '.join(missing)}"


def check_thread_functions():
    """Each function of the threads library that is modelled or performed by the machine is listed; those that take a
    mutex or give it up have a form for robust ones."""
    listed = (ROOT / "doc" / "library.md").read_text(encoding="utf-8")
    model = (ROOT / "models" / "pthread.c").read_text(encoding="utf-8")
    table = (ROOT / "src" / "ir" / "sync_table.h").read_text(encoding="utf-8")
    names = {*re.findall(r"^(?!static)[A-Za-z_][\w *]*?\b(\w+)\([^;{]*\)\n\{", model, re.MULTILINE),
             *re.findall(r"EACH\(ROW, \w+, \"(\w+)\"", table)}
    missing = sorted(name for name in names if not name.startswith("__raddle") and f"`{name}`" not in listed)
    if missing or not names:
        return f"doc/library.md lacks {' '.join(missing)}"
    robust = (ROOT / "models" / "robust.c").read_text(encoding="utf-8")
    rows = re.findall(r"EACH\(ROW, \w+, \"(?:__raddle_)?(\w+)\", (?:mutex, (?:UN)?LOCK|condition, WAIT),", table)
    missing = [name for name in rows if f"__raddle_robust_{name}(" not in robust]
    return None if rows and not missing else f"models/robust.c lacks {' '.join(missing)}"


def check_event_kinds():
    """Each kind of events that can be recorded is a word of the schema."""
    schema = json.loads((ROOT / "doc" / "result.schema.json").read_text(encoding="utf-8"))
    table = (ROOT / "src" / "machine" / "event.h").read_text(encoding="utf-8")
    kinds = set(re.findall(r"ROW\(\w+, \"([\w-]+)\"", table)) - {"retry"}
    words = [set(kind["enum"]) for kind in find_keys(schema, "kind") if "read" in kind.get("enum", [])]
    missing = sorted(kinds - set.union(set(), *words))
    return None if kinds and not missing else f"doc/result.schema.json lacks {' '.join(missing)}"


def find_keys(tree, key):
    """The values of all keys of that name that are objects, however deep."""
    if isinstance(tree, list):
        return [found for inner in tree for found in find_keys(inner, key)]
    if not isinstance(tree, dict):
        return []
    own = [tree[key]] if isinstance(tree.get(key), dict) else []
    return own + [found for inner in tree.values() for found in find_keys(inner, key)]


def cases(arguments):
    raddle = arguments.raddle
    for path in markdown_files():
        yield f"links of {path.relative_to(ROOT)}", check_links, path
    for path in [ROOT / "README.md", ROOT / "doc" / "tutorial.md", *sorted((ROOT / "doc" / "engines").glob("*.md"))]:
        if shown_commands(path):
            yield f"commands of {path.relative_to(ROOT)}", check_commands, path, raddle
    for name in ("mpc.md", "functions.md"):
        yield f"outputs of doc/{name}", check_outputs, ROOT / "doc" / name, raddle
    for program, answer in not_modelled_rows():
        yield program, check_not_modelled, program, answer, raddle
    yield "rows of doc/not-modelled.md", check_rows_complete
    for name in CHECKS:
        yield f"check.sh: {name}", check_script, name, raddle
    yield "the table of engines", check_engines, raddle
    yield "the options", check_options, raddle
    yield "the functions of threads", check_thread_functions
    yield "the kinds of events", check_event_kinds


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, timeout=None))
