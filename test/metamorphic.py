#!/usr/bin/env python3
"""Programs changed in ways that do not matter: the verdict must stay. The programs are those of test/programs, whose
verdicts are known, and generated ones, and to each the changes of CHANGES are made, drawn by the seed. `auto` and an
engine drawn by the seed are asked about both: one must not say TRUE and the other FALSE, nor may it contradict the task
definition. Changes keep the lines, so a violation of a known program must stay in its line. An engine need not know,
of either, nor have time enough.

A change works on the source by the positions that clang gives of its syntax tree. A changed program that does not
compile is a failure.
"""
import functools
import itertools
import json
import pathlib
import random
import re
import shlex
import sys

from generators import GENERATORS
from harness import PROGRAMS, SECONDS, SEED, VERDICTS, Problem, Skip, count, keep, last_line, list_engines, option, \
    run, run_program, shorten, temporary_folder
from oracle import find_clang
from tasks import read_task

STANDARDS = ("gnu99", "gnu11", "gnu17", "gnu2x")
PROPERTIES = "assertion,deadlock,memory,lock,division"
SCALAR = re.compile(r"(static )?((?:unsigned |signed )?(?:int|char|short|long|long long)|_Bool|unsigned) (\w+)"
                    r"( = -?\w+)?")


class Source:
    """A program and its syntax tree."""

    def __init__(self, text, path, clang, flags):
        self.text = text
        path.write_text(text, encoding="utf-8")
        dumped = run_program([clang, "-fsyntax-only", "-w", "-pthread", *flags, "-Xclang", "-ast-dump=json", path])
        self.tree = json.loads(dumped.stdout) if dumped.status == 0 else {"inner": []}
        self.path = str(path)
        self.data = text.encode()
        self.place_all(self.tree, [None])
        self.own = [node for node in self.tree["inner"] if self.begin(node) is not None]

    def place_all(self, node, current):
        """clang names a file only where it changes: notes it with every position."""
        if isinstance(node, dict):
            if "offset" in node:
                current[0] = node.get("file", current[0])
                node["in"] = current[0]
            for value in node.values():
                self.place_all(value, current)
        elif isinstance(node, list):
            for value in node:
                self.place_all(value, current)

    def offset(self, position):
        """In the program's own text; where a macro is used, of what was written there."""
        position = position.get("spellingLoc", position)
        return position.get("offset") if position.get("in") == self.path else None

    def begin(self, node):
        position = node.get("range", {}).get("begin", {})
        return None if "expansionLoc" in position else self.offset(position)

    def end(self, node):
        position = node.get("range", {}).get("end", {})
        offset = None if "expansionLoc" in position else self.offset(position)
        return None if offset is None else offset + position["tokLen"]

    def walk(self, node=None):
        """All nodes below a node, or all."""
        for child in self.own if node is None else node.get("inner", ()):
            yield child
            yield from self.walk(child)

    def slice(self, first, last):
        return self.data[first:last].decode()

    def functions(self):
        """Those with a body: the node, its name, and the body."""
        for node in self.own:
            body = [child for child in node.get("inner", ()) if child.get("kind") == "CompoundStmt"]
            if node["kind"] == "FunctionDecl" and body and self.end(node) is not None:
                yield node, node["name"], body[0]

    def main_body(self):
        return next((body for _, name, body in self.functions() if name == "main"), None)

    def references(self, identifier, nodes=None):
        """Where a declaration is used, in these nodes or anywhere: positions of its name."""
        found = set()
        for node in self.walk({"inner": self.own if nodes is None else nodes}):
            if node.get("kind") == "DeclRefExpr" and node["referencedDecl"]["id"] == identifier:
                found.add(self.offset(node["range"]["begin"]))
        return found

    def references_in_code(self, identifier):
        return self.references(identifier, [body for _, _, body in self.functions()])

    def globals(self):
        """Scalars alone in their declaration, with or without a constant: node, type, name, constant or None."""
        for node in self.own:
            if node["kind"] == "VarDecl" and self.end(node) is not None and "tls" not in node:
                declared = SCALAR.fullmatch(self.slice(self.begin(node), self.end(node)))
                once = sum(other.get("name") == node["name"] for other in self.own) == 1
                if declared and once and self.slice(self.end(node), self.end(node) + 1) == ";":
                    yield node, declared[2], declared[3], declared[4] and declared[4][3:]

    def edit(self, changes):
        """The text with (first, last, replacement) done."""
        data = self.data
        for first, last, replacement in sorted(changes, reverse=True):
            data = data[:first] + replacement.encode() + data[last:]
        return data.decode()


# The changes: each takes a source and a generator of random numbers and returns a text, or None if there is nothing to
# change.

def globals_elsewhere(source, chance, declare, access, begin):
    chosen = [variable for variable in source.globals() if chance.random() < 0.7]
    body = source.main_body()
    changes, first = [], ""
    for node, kind, name, value in chosen:
        uses = source.references_in_code(node["id"])
        if None in uses or uses != source.references(node["id"]):
            continue
        changes.append((source.begin(node), source.end(node), declare.format(kind=kind, name=name, value=value or "0")))
        changes += [(use, use + len(name), access.format(name=name)) for use in uses]
        first += begin.format(kind=kind, name=name, value=value or "0")
    if not changes or body is None:
        return None
    return source.edit(changes + [(source.begin(body) + 1, source.begin(body) + 1, first)] * bool(first))


def into_struct(source, chance):
    return globals_elsewhere(source, chance, "struct {{ {kind} before; {kind} {name}; }} {name}_home = {{0, {value}}}",
                             "{name}_home.{name}", "")


def onto_heap(source, chance):
    return globals_elsewhere(source, chance, "{kind} *{name}_home", "(*{name}_home)",
                             " {name}_home = __builtin_malloc(sizeof *{name}_home); *{name}_home = {value};")


def wrapped(source, chance):
    """Statements in do { } while (0)."""
    changes = []
    for block in source.walk():
        if block.get("kind") != "CompoundStmt":
            continue
        for node in block.get("inner", ()):
            first, last = source.begin(node), source.end(node)
            if node.get("kind") in ("CallExpr", "BinaryOperator", "CompoundAssignOperator", "UnaryOperator") and \
                    first is not None and last is not None and source.slice(last, last + 1) == ";" and \
                    chance.random() < 0.5:
                changes += [(first, first, "do { "), (last, last + 1, "; } while (0);")]
    return source.edit(changes) if changes else None


def may_be_renamed(name):
    return name != "main" and not name.startswith("__")


def parameters(node):
    return [child for child in node["inner"] if child["kind"] == "ParmVarDecl"]


def may_end_without_result(node, body):
    """The one that calls it would take a result that is not there."""
    statements = body.get("inner", ())
    return not node["type"]["qualType"].startswith("void (") and \
        not (statements and statements[-1].get("kind") in ("ReturnStmt", "ForStmt", "WhileStmt"))


def into_helpers(source, chance):
    """What a function did is done by another one that it calls."""
    changes = []
    for node, name, body in source.functions():
        first, last, named = source.begin(node), source.end(node), source.offset(node["loc"])
        names = [parameter.get("name") for parameter in parameters(node)]
        head = source.slice(first, source.begin(body))
        if not may_be_renamed(name) or None in names or node.get("variadic") or chance.random() < 0.3 or \
                may_end_without_result(node, body) or \
                "\n" in head.strip() or "(" not in head or ";" in head or "inline" in node:  # `;`: the old style
            continue
        keyword = "" if node["type"]["qualType"].startswith("void (") else "return "
        changes += [(first, first, f"{head.strip()}; "), (named, named + len(name), f"{name}_inner"),
                    (last, last, f" {head.strip()} {{ {keyword}{name}_inner({', '.join(names)}); }}")]
    return source.edit(changes) if changes else None


def through_pointers(source, chance):
    """Functions of the program called, and made threads of, by way of pointers."""
    changes = []
    for node, name, _ in source.functions():
        later = [use for use in source.references_in_code(node["id"]) if use is not None and use > source.end(node)]
        if may_be_renamed(name) and later and chance.random() < 0.7:
            pointer = f" static __typeof__({name}) *{name}_pointer = {name};"
            changes.append((source.end(node), source.end(node), pointer))
            changes += [(use, use + len(name), f"{name}_pointer") for use in later]
    return source.edit(changes) if changes else None


def unrelated_thread(source, chance):
    """Not where a signal is sent to the process: the new thread might be the one to handle it."""
    body = source.main_body()
    if body is None or "#include <pthread.h>" not in source.text or re.search(r"\bkill\(", source.text):
        return None
    main = next(node for node, name, _ in source.functions() if name == "main")
    joined = "pthread_join(unrelated_thread, 0); " if chance.random() < 0.5 else ""
    return source.edit([
        (source.begin(main), source.begin(main), "static int unrelated_data; "
         "static void *unrelated(void *p) { unrelated_data = 1; return p; } "),
        (source.begin(body) + 1, source.begin(body) + 1,
         f" pthread_t unrelated_thread; pthread_create(&unrelated_thread, 0, unrelated, 0); {joined}")])


def renamed_types(source, chance):
    """Tags of structures and unions, and names of types; not of those by which raddle knows the threads library."""
    names = {node["name"] for node in source.own if node.get("name") and node["kind"] in ("RecordDecl", "TypedefDecl")
             and source.begin(node) is not None}
    others = {node.get("name") for node in source.walk() if node.get("kind") not in
              ("RecordDecl", "TypedefDecl", "RecordType", "TypedefType")}
    names = sorted(name for name in names - others if not name.startswith(("pthread_", "sem_")))
    if not names:
        return None
    parts = re.split(r'(#include.*|"(?:[^"\\\n]|\\.)*")', source.text)
    pattern = re.compile(rf"\b({'|'.join(names)})\b")
    return "".join(part if number % 2 else pattern.sub(r"\1_renamed", part) for number, part in enumerate(parts))


def into_static(source, chance):
    """Initialised locals of main, which is run once."""
    body, changes = source.main_body(), []
    if body is None or any(name == "main" for name in re.findall(r"\breturn (main)\(", source.text)):
        return None
    for node in body.get("inner", ()):
        if node.get("kind") != "DeclStmt" or source.end(node) is None:
            continue
        declared = re.fullmatch(r"(int|long|unsigned|_Bool) (\w+) = ([^,;{]+);", source.slice(source.begin(node),
                                                                                            source.end(node)))
        if declared and "nondet" not in declared[3] and chance.random() < 0.8:
            changes.append((source.begin(node), source.end(node),
                            f"static {declared[1]} {declared[2]}; {declared[2]} = {declared[3]};"))
        handle = re.fullmatch(r"pthread_t (\w+)(\[\w+\])?;", source.slice(source.begin(node), source.end(node)))
        if handle and chance.random() < 0.8:
            changes.append((source.begin(node), source.begin(node), "static "))
    return source.edit(changes) if changes else None


def created_in_other_order(source, chance):
    """Two threads that main creates one right after the other, into variables of its own."""
    body, created, changes = source.main_body(), [], []
    statements = body.get("inner", ()) if body else ()
    for first, second in zip(statements, statements[1:]):
        texts = [source.slice(source.begin(node), source.end(node)) if node.get("kind") == "CallExpr" and
                 source.end(node) is not None else "" for node in (first, second)]
        handles = [re.match(r"pthread_create\(&(\w+),", text) for text in texts]
        if not all(handles) or handles[0][1] == handles[1][1] or source.begin(first) in created:
            continue
        if any(re.search(rf"^\w[^()\n]*\b{handle[1]}\b", source.text, re.MULTILINE) for handle in handles):
            continue
        created.append(source.begin(second))
        changes += [(source.begin(first), source.end(first), texts[1]),
                    (source.begin(second), source.end(second), texts[0])]
    return source.edit(changes) if changes else None


CHANGES = {change.__name__: change for change in (
    into_struct, onto_heap, wrapped, into_helpers, through_pointers, unrelated_thread, renamed_types, into_static,
    created_in_other_order)}


class Subject:
    """A program to change: its text, how raddle is asked about it, and what is known."""

    def __init__(self, name, make, arguments, expected=None, place=None):
        self.name = name
        self.make = make
        self.arguments = arguments
        self.expected = expected  # TRUE or FALSE, if it is known
        self.place = place        # the property and the line that are violated


def known_subjects(folder):
    """One for each task, and property or properties, that the tasks of a folder know the verdict of."""
    for path in sorted(folder.rglob("*.yml")):
        try:
            task = read_task(path)
        except Problem:
            continue
        arguments = [*task.arguments, "-I", str(path.parent)]
        if task.data_model != "LP64" or task.source.suffix != ".c":
            continue
        make = functools.partial(task.source.read_text, encoding="utf-8")
        if task.violated:
            yield Subject(f"{path.parent.name}/{path.stem}", make, [f"--property={task.violated}", *arguments], "FALSE",
                          (task.violated, task.line))
        if task.proven:
            yield Subject(f"{path.parent.name}/{path.stem}", make, [f"--property={','.join(task.proven)}", *arguments],
                          "TRUE")


def generated_subjects(seed):
    for number in itertools.count(seed):
        for name, generator in GENERATORS.items():
            yield Subject(f"{name} {number}", functools.partial(generator, number), [f"--property={PROPERTIES}"])


class Runner:
    def __init__(self, arguments):
        self.raddle = arguments.raddle
        self.engines = [name for name, row in list_engines(self.raddle).items() if row["proves"] and name != "auto"]
        self.clang = find_clang(self.raddle)
        self.timeout = arguments.timeout
        self.keep = arguments.keep
        self.asked = self.unknown = 0

    def ask(self, engine, arguments, program):
        """The verdict, the property and the line, and the last words."""
        finished = run_program([self.raddle, f"--engine={engine}", "-w", "-q", f"--timeout={self.timeout:g}",
                                *arguments, program], self.timeout + 30)
        self.asked += 1
        words = last_line(finished)
        verdict = "broken" if finished.timed_out else VERDICTS.get(finished.status, "broken")
        found = re.match(r"FALSE\((\w+)\)(?: .*:(\d+))?", words)
        self.unknown += verdict == "UNKNOWN"
        return verdict, (found[1], int(found[2] or 0)) if found else None, \
            words if verdict != "broken" else f"{finished.describe()}: {shorten(finished.stderr)}"

    def change(self, subject, chance, directory):
        """The text before and after, the names of what was changed, and options."""
        text = before = subject.make()
        done, options = [], [argument for argument in subject.arguments if argument.startswith(("-I", "-D", "-std"))]
        if "-I" in subject.arguments:
            options.append(subject.arguments[subject.arguments.index("-I") + 1])
        names = chance.sample(sorted(CHANGES), 3)
        for name in names:
            source = Source(text, directory / "before.c", self.clang, options)
            changed = CHANGES[name](source, chance) if source.own else None
            if changed and changed != text:
                text = changed
                done.append(name)
        further = []
        if chance.random() < 0.25 and not any(argument.startswith("-std") for argument in subject.arguments):
            standard = f"-std={chance.choice(STANDARDS)}"
            program = directory / "standard.c"
            program.write_text(before, encoding="utf-8")
            if run_program([self.clang, "-fsyntax-only", "-w", standard, *options, program]).status == 0:
                further.append(standard)
                done.append(standard)
        return before, text, done, further

    def check(self, subject, seed):
        """None, or what is wrong."""
        chance = random.Random(f"{seed} {subject.name} {subject.arguments[0]}")
        with temporary_folder() as directory:
            try:
                before, after, done, further = self.change(subject, chance, directory)
            except RuntimeError as error:
                raise Skip(str(error)) from error
            if not done:
                raise Skip("nothing to change")
            programs = directory / "before.c", directory / "after.c"
            for program, text in zip(programs, (before, after)):
                program.write_text(text, encoding="utf-8")
            problem = None
            for engine in ("auto", chance.choice(self.engines)):
                arguments = (subject.arguments, [*subject.arguments, *further])
                answers = [self.ask(engine, given, program) for given, program in zip(arguments, programs)]
                problem = problem or self.judge(engine, subject, answers)
            if problem is None:
                return None
            self.keep.mkdir(parents=True, exist_ok=True)
            kept = self.keep / f"{re.sub(r'[^a-z0-9_]+', '_', subject.name)}_{seed}"
            kept.with_suffix(".before.c").write_text(before, encoding="utf-8")
            kept.with_suffix(".after.c").write_text(after, encoding="utf-8")
            return f"{', '.join(done)}: {problem}; see {kept}.*, {shlex.join([*subject.arguments, *further])}"

    def judge(self, engine, subject, answers):
        said = "; ".join(f"{when} {words}" for when, (_, _, words) in zip(("before", "after"), answers))
        verdicts = {verdict for verdict, _, _ in answers}
        if "broken" in verdicts or {"TRUE", "FALSE"} <= verdicts:
            return f"{engine}: {said}"
        if subject.expected and verdicts - {subject.expected, "UNKNOWN"}:
            return f"{engine}: {subject.expected} expected; {said}"
        places = {place for _, place, _ in answers if place}
        if subject.place and subject.place[1] and places - {subject.place}:
            return f"{engine}: line {subject.place[1]} expected; {said}"
        return None


def cases(arguments):
    runner = arguments.runner = Runner(arguments)
    subjects = list(known_subjects(arguments.programs))
    if not any(arguments.filter in subject.name for subject in subjects) and \
            not any(name in arguments.filter for name in GENERATORS):
        raise Problem(f"no program is called {arguments.filter}")
    random.Random(arguments.seed).shuffle(subjects)
    # In turn a known one and a generated one; each time the known ones come round again they are changed otherwise.
    known = ((subject, seed) for seed in itertools.count(arguments.seed) for subject in subjects)
    generated = ((subject, arguments.seed) for subject in generated_subjects(arguments.seed))
    drawn = (case for case in itertools.chain.from_iterable(zip(known, generated)) if arguments.filter in case[0].name)
    for subject, seed in itertools.islice(drawn, arguments.count):
        yield f"{subject.name} (seed {seed})", runner.check, subject, seed


def conclude(arguments):
    print(f"{arguments.runner.asked} questions, {arguments.runner.unknown} times not known")


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, option("--programs", type=pathlib.Path, default=PROGRAMS),
                 count(400, "programs to change"), SEED, SECONDS, keep("build/metamorphic"), conclude=conclude, timeout=5))
