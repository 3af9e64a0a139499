#!/usr/bin/env python3
"""Checks that includes point downwards: check_includes.py SRC FOLDER...  (folders lowest first)

A file may include headers of its own folder and of folders before it; headers of LLVM belong to `front` and `native`
alone. Includes of the project are written "folder/name.h", so the direction can be read off the line. The runtime of
native replay is no part of the program and is compiled elsewhere: its files include those that are embedded with it.
Inside some folders no part, a header with its source, may need itself by way of others.
"""
import pathlib
import re
import sys

WITHOUT_CIRCLES = ("crew", "run", "predict", "paths", "engine")
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
LLVM_FOLDERS = ("front", "native")
RUNTIME = ("native", "runtime")
RUNTIME_SHARES = "ir/sync_table.h"


def check_runtime_file(path, embedded, problems):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match and match.group(1) == '"' and match.group(2) not in embedded:
            problems.append(f'{path}:{number}: error: "{match.group(2)}" is not embedded with the runtime')


def check_file(path, folder, rank, problems):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quote, name = match.groups()
        where = f"{path}:{number}: error:"
        target = name.split("/")[0]
        if name.startswith(("llvm-c/", "llvm/", "clang-c/", "clang/")):
            if folder not in LLVM_FOLDERS:
                problems.append(f"{where} only {' and '.join(LLVM_FOLDERS)} may include LLVM headers ({name})")
        elif quote == "<":
            if target in rank and "/" in name:
                problems.append(f'{where} write #include "{name}" for a header of the project')
        elif target not in rank or "/" not in name:
            problems.append(f'{where} "{name}" does not name one of the folders ({", ".join(rank)})')
        elif rank[target] > rank[folder]:
            problems.append(f"{where} {folder} may not include {name}: {target} is above {folder}")


def included_parts(folder):
    """For each part of the folder, by the name of its files without the ending: the others that it includes."""
    parts = {}
    for path in sorted([*folder.glob("*.c"), *folder.glob("*.h")]):
        found = [INCLUDE.match(line) for line in path.read_text(encoding="utf-8").splitlines()]
        names = {match.group(2) for match in found if match}
        parts.setdefault(path.stem, set()).update(
            pathlib.PurePath(name).stem for name in names if name.startswith(folder.name + "/"))
    return {part: others - {part} for part, others in parts.items()}


def check_circles(folder, problems):
    """Takes away parts that include none of those left, or are included by none, until all have both: these have a
    circle."""
    left = included_parts(folder)
    while True:
        included = set().union(*left.values()) if left else set()
        free = [part for part, others in left.items() if not others & left.keys() or part not in included]
        if not free:
            break
        for part in free:
            del left[part]
    if left:
        problems.append(f"{folder}: error: these include each other in a circle: {', '.join(sorted(left))}")


def main():
    source = pathlib.Path(sys.argv[1])
    rank = {folder: index for index, folder in enumerate(sys.argv[2:])}
    embedded = {path.name for path in [*source.joinpath(*RUNTIME).glob("*.h"), source / RUNTIME_SHARES]}
    problems = []
    for path in sorted([*source.rglob("*.c"), *source.rglob("*.h")]):
        parts = path.relative_to(source).parts
        if parts[:-1] == RUNTIME:
            check_runtime_file(path, embedded, problems)
        elif parts[0] not in rank or len(parts) != 2:
            problems.append(f"{path}: error: not in one of the folders {', '.join(rank)}")
        else:
            check_file(path, parts[0], rank, problems)
    for folder in WITHOUT_CIRCLES:
        check_circles(source / folder, problems)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
