#!/usr/bin/env python3
"""Projects of several files and hundreds of lines, in the style of the libraries that people have, checked the way their
owner would: built by CMake, raddle reads the compile_commands.json of that build.

Each folder of test/projects is one. Its expected.tsv has a line for each variant: the number that -DBUG=N defines, 0 is
the project as it should be; the verdict, with the property in brackets where it is FALSE; the file in which the
violation must be, or a dash; and what is wrong there. Lines that begin with # are comments, one that begins with
"options:" has raddle's further options. In the end the seconds and the memory of each variant are shown.
"""
import json
import pathlib
import sys
import typing

from harness import EXIT_STATUS, ROOT, Problem, expect, last_line, run, run_program, shorten, temporary_folder

PROJECTS = ROOT / "test" / "projects"


class Variant(typing.NamedTuple):
    project: pathlib.Path
    bug: int
    verdict: str
    property: str
    file: str
    options: list

    def __str__(self):
        return f"{self.project.name} BUG={self.bug}"


def read_variants(project):
    options, variants = [], []
    for line in (project / "expected.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("options:"):
            options += line.split()[1:]
        elif line and not line.startswith("#"):
            bug, expected, file, _ = line.split("\t")
            verdict, _, rest = expected.partition("(")
            variants.append(Variant(project, int(bug), verdict, rest.rstrip(")"), file, options))
    return variants


def configure(variant, build):
    """The project's build, configured: that writes the compilation database."""
    command = ["cmake", "-S", variant.project, "-B", build, f"-DBUG={variant.bug}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
    finished = run_program(command)
    if finished.status:
        raise Problem(shorten(finished.stderr), command)


def check_variant(arguments, variant):
    with temporary_folder() as build:
        configure(variant, build)
        command = [arguments.raddle, "check", "-p", build, f"--timeout={arguments.timeout:g}", "--json",
                   build / "report.json", *variant.options]
        finished = run_program(command, arguments.timeout + 60)
        said = last_line(finished)
        expect(not finished.timed_out and (build / "report.json").exists(),
               f"{finished.describe()}: {shorten(finished.stdout + finished.stderr)}")
        report = json.loads((build / "report.json").read_text(encoding="utf-8"))
    arguments.measured[str(variant)] = (said, report["stats"]["time_s"], report["stats"]["memory_mb"])
    expect(finished.status == EXIT_STATUS[variant.verdict], f"expected {variant.verdict}, not {said}")
    if variant.verdict == "FALSE":
        found = report["violations"][0]
        place = pathlib.Path(found["location"]["file"]).name
        expect((found["property"], place) == (variant.property, variant.file),
               f"expected {variant.property} in {variant.file}, not {said}")


def cases(arguments):
    arguments.measured = {}
    for project in sorted(PROJECTS.iterdir()):
        for variant in read_variants(project):
            yield str(variant), check_variant, arguments, variant


def conclude(arguments):
    for name, (said, seconds, megabytes) in sorted(arguments.measured.items()):
        print(f"{name:28} {seconds:7.1f} s {megabytes:6} MB  {said}")


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, conclude=conclude, jobs=1, timeout=300))
