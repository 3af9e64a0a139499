#!/usr/bin/env python3
"""The package that `find_package(raddle)` finds: raddle is installed into a temporary prefix, the project in
examples/cmake is configured against it, and ctest runs its proofs: one passes, and one fails and shows its
counterexample. Other projects try what add_raddle_test takes and what it refuses.
"""
import re
import shutil
import sys

import harness
from harness import ROOT, expect, option, run_program, shorten, temporary_folder

EXAMPLE = ROOT / "examples" / "cmake"
PROJECT = "cmake_minimum_required(VERSION 3.20)\nproject(tried C)\nenable_testing()\nfind_package(raddle 0.1 REQUIRED)\n"
SOURCE = """#include <assert.h>
#include "limit.h"
int half(int number)
{
    assert(number <= LIMIT);
    return number / 2;
}
static int wanted(int number)
{
    return 100 / number;
}
int main(void)
{
    return half(LIMIT) + wanted(1) > 0 ? 0 : 1;
}
"""


class Installation:
    def __init__(self, build, folder):
        self.folder = folder
        self.prefix = folder / "prefix"
        finished = run_program(["cmake", "--install", build, "--prefix", self.prefix], timeout=120,
                               environment={"DESTDIR": ""})
        expect(finished.status == 0, f"cmake --install: {shorten(finished.stderr)}")

    def configure(self, source, name):
        """The folder that was configured, and what came of it."""
        build = self.folder / name
        finished = run_program(["cmake", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}"], timeout=120)
        return build, finished

    def run_tests(self, source, name):
        """The results of ctest by test, and its output."""
        build, finished = self.configure(source, name)
        expect(finished.status == 0, f"cmake: {shorten(finished.stderr)}")
        finished = run_program(["ctest", "--test-dir", build, "--output-on-failure"], timeout=300)
        said = finished.stdout.decode()
        results = dict(re.findall(r"Test +#\d+: (\w+) \.+ *(?:\**)(Passed|Failed)", said))
        return results, said


def example(here):
    results, said = here.run_tests(EXAMPLE, "example")
    expect(results == {"puts": "Passed", "hurries": "Failed"}, f"ctest says {results}: {said}")
    for words in ("write ring->count = 1 (was 1)", "assertion 'ring->count == 2' fails", "FALSE(assertion) ring_test.c:9"):
        expect(words in said, f"{words!r} is not in the output of the failing test: {said}")


def write_project(here, name, lines):
    source = here.folder / f"{name} source"
    (source / "include").mkdir(parents=True)
    (source / "include" / "limit.h").write_text("#ifndef LIMIT\n#error LIMIT is not defined\n#endif\n")
    (source / "half.c").write_text(SOURCE)
    (source / "CMakeLists.txt").write_text(PROJECT + lines)
    return source


def forms(here):
    """Sources of a target, options, expectations, UNKNOWN."""
    source = write_project(here, "forms", """
add_executable(half half.c)
target_include_directories(half PRIVATE include)
target_compile_definitions(half PRIVATE LIMIT=7 "TEXT=\\"a b\\"")
set_target_properties(half PROPERTIES C_STANDARD 11)
add_raddle_test(NAME whole TARGET half)
add_raddle_test(NAME bounded TARGET half FUNCTION half EXPECT FALSE ENGINE mpc TIMEOUT 50)
add_raddle_test(NAME expected_wrongly TARGET half EXPECT FALSE)
add_raddle_test(NAME static_one TARGET half FUNCTION wanted PROPERTY division EXPECT FALSE)
add_raddle_test(NAME plain SOURCES half.c OPTIONS -Iinclude -DLIMIT=9)
add_raddle_test(NAME unknown SOURCES half.c ENGINE stress OPTIONS -Iinclude -DLIMIT=9 --runs=3)
add_raddle_test(NAME error_is_not_false SOURCES half.c OPTIONS -DLIMIT=9 EXPECT FALSE)
""")
    results, said = here.run_tests(source, "forms")
    expected = {"whole": "Passed", "bounded": "Passed", "expected_wrongly": "Failed", "static_one": "Passed",
                "plain": "Passed", "unknown": "Failed", "error_is_not_false": "Failed"}
    expect(results == expected, f"ctest says {results}, expected {expected}: {said}")
    expect("UNKNOWN(" in said, "the output does not say why it is unknown")


REFUSED = {
    "add_raddle_test(SOURCES half.c)": "NAME is missing",
    "add_raddle_test(NAME a)": "neither SOURCES nor TARGET",
    "add_raddle_test(NAME a TARGET nothing)": "there is no target nothing",
    "add_raddle_test(NAME a SOURCES half.c EXPECT MAYBE)": "EXPECT is neither TRUE nor FALSE: MAYBE",
    "add_raddle_test(NAME a b SOURCES half.c)": "unknown arguments: b",
}


def refused(here, line, words):
    name = f"refused {list(REFUSED).index(line)}"
    source = write_project(here, name, line + "\n")
    _, finished = here.configure(source, name)
    said = " ".join(finished.stderr.decode().split())
    expect(finished.status != 0 and words in said, f"{line}: {finished.describe()}: {said}")


def other_version(here):
    source = write_project(here, "version", "")
    (source / "CMakeLists.txt").write_text(PROJECT.replace("0.1", "99.0"))
    _, finished = here.configure(source, "version")
    expect(finished.status != 0 and b"raddle" in finished.stderr, "version 99 was found")


def cases(arguments):
    expect(shutil.which("ctest"), "ctest is not installed")
    here = Installation(arguments.build, arguments.enter(temporary_folder()))
    for check in (example, forms, other_version):
        yield check.__name__.replace("_", " "), check, here
    for line, words in REFUSED.items():
        yield line, refused, here, line, words


if __name__ == "__main__":
    sys.exit(harness.run(__doc__, cases, option("--build", default=ROOT / "build", help="what is installed"), raddle=False,
                         timeout=None))
