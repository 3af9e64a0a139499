#!/usr/bin/env python3
"""AFL++ on what raddle reads: recorded runs (`raddle predict`), task definitions, property files, LLVM assembly and
bitcode (`raddle run`). It builds test/fuzz/fuzz.c and all of raddle with the fuzzer's compiler and ASan, takes its
seeds from the project's own tests, and gives each format its share of the time. What makes it crash is minimised, printed and
kept, what makes it hang printed; one line per format says how much was tried.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from harness import ROOT, Problem, option, run, run_program, shorten

FORMATS = ("trace", "yml", "prp", "ll", "bc")
ENVIRONMENT = {
    "AFL_USE_ASAN": "1", "AFL_QUIET": "1", "AFL_NO_UI": "1", "AFL_NO_AFFINITY": "1", "AFL_SKIP_CPUFREQ": "1",
    "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1", "AFL_AUTORESUME": "1", "AFL_FAST_CAL": "1",
    "ASAN_OPTIONS": "abort_on_error=1:symbolize=0:detect_leaks=0:allocator_may_return_null=1",
}
LARGEST = 60000  # bytes of a seed
HANG_SECONDS = 30


def build(folder, jobs):
    """The fuzzed program."""
    environment = {**ENVIRONMENT, "CMAKE_C_COMPILER_LAUNCHER": ""}
    if not (folder / "build.ninja").exists():
        made = run_program(
            ["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None", "-DRADDLE_LIBRARY=OFF",
             "-DRADDLE_WARNINGS_AS_ERRORS=OFF", "-DCMAKE_C_COMPILER=afl-clang-fast",
             "-DCMAKE_C_FLAGS=-O1 -g -fsanitize=address -fno-omit-frame-pointer"], 300, environment)
        if made.status != 0:
            raise Problem(shorten(made.stderr))
    made = run_program(["ninja", "-C", folder, "-j", jobs, "fuzz"], 3600, environment)
    if made.status != 0:
        raise Problem(shorten(made.stdout[-2000:]))
    return folder / "test" / "fuzz"


def make_seeds(raddle, seeds):
    """A folder of seeds for each format."""
    programs = sorted((ROOT / "test" / "programs").glob("*/*.c"))
    programs = [path for path in programs if path.stat().st_size < 1200][::12]
    for name in FORMATS:
        (seeds / name).mkdir(parents=True, exist_ok=True)
    for path in sorted((ROOT / "test" / "properties").glob("*.prp")):
        shutil.copy(path, seeds / "prp")
    for path in sorted((ROOT / "test" / "programs").glob("*/*.yml"))[::20]:
        shutil.copy(path, seeds / "yml")
    for path in programs:
        name = f"{path.parent.name}_{path.stem}"
        run_program([raddle, "run", "--record", seeds / "trace" / f"{name}.json", "-w", path], 10)
        for flags, suffix in (("-S", "ll"), ("-c", "bc")):
            run_program(["clang-19", flags, "-emit-llvm", "-O0", "-w", path, "-o", seeds / suffix / f"{name}.{suffix}"])
    for name in FORMATS:
        for path in (seeds / name).iterdir():
            if path.stat().st_size > LARGEST:
                path.unlink()


def read_statistics(path):
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return dict(re.findall(r"^(\w+)\s*: (\S+)", text, re.MULTILINE))


def explain(program, name, path):
    """What happens with a file: the first words of the sanitizer or of an internal error, and its uppermost frames."""
    environment = {**ENVIRONMENT, "ASAN_OPTIONS": "abort_on_error=1:detect_leaks=0:allocator_may_return_null=1"}
    finished = run_program([program, name, path], 60, environment)
    words = finished.stderr.decode("utf-8", "replace")
    frames = re.findall(r"#\d+ 0x\w+ in (\w+)", words)
    said = re.search(r"(ERROR: AddressSanitizer: [^\n(]*|internal error[^\n]*)", words)
    return f"{finished.describe()}: {said[1] if said else shorten(words, 120)} in {' < '.join(frames[:6])}"


def find_hangs(program, name, out):
    """The files that took too long, and do so again with nobody else at work."""
    return [path for path in sorted((out / "default" / "hangs").glob("id*"))
            if run_program([program, name, path], HANG_SECONDS, ENVIRONMENT).timed_out]


def minimise(program, name, path, folder):
    """The smaller file, if that can be had in a minute."""
    folder.mkdir(parents=True, exist_ok=True)
    small = folder / f"{path.name.split(',')[0].replace(':', '_')}.{'json' if name == 'trace' else name}"
    done = run_program(["afl-tmin", "-m", "none", "-t", "5000", "-i", path, "-o", small, "--", program, name, "@@"], 60,
                       ENVIRONMENT)
    if done.status != 0 or not small.exists():
        shutil.copy(path, small)
    return small


def fuzz(program, name, arguments, seconds):
    """One format: None, or the different crashes, and the hangs."""
    out = arguments.folder / "out" / name
    log = arguments.folder / f"{name}.log"
    shutil.rmtree(out, ignore_errors=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    extension = "json" if name == "trace" else name
    with log.open("w", encoding="utf-8") as stream:
        subprocess.run(["afl-fuzz", "-V", str(int(seconds)), "-t", "6000", "-m", "none", "-e", extension, "-i",
                        arguments.folder / "seeds" / name, "-o", out, "--", program, name, "@@"], check=False,
                       stdout=stream, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                       env={**os.environ, **ENVIRONMENT})
    statistics = read_statistics(out / "default" / "fuzzer_stats")
    if not statistics:
        raise Problem(f"the fuzzer did not start: {shorten(log.read_text(encoding='utf-8')[-600:], 600)}")
    crashes = {}
    for path in sorted((out / "default" / "crashes").glob("id*")):
        crashes.setdefault(explain(program, name, path), path)
    hangs = find_hangs(program, name, out)
    found = [f"{words}; see {minimise(program, name, path, arguments.folder / 'crashes' / name)}"
             for words, path in crashes.items()]
    found += [f"not done after {HANG_SECONDS} s; see {path}" for path in hangs]
    print(f"{name}: {statistics['execs_done']} files tried in {statistics['run_time']} s, "
          f"{statistics['corpus_count']} kept as new, {len(crashes)} kinds of crashes, {len(hangs)} hangs", flush=True)
    return "\n".join(found) or None


def cases(arguments):
    formats = arguments.formats.split(",")
    if set(formats) - set(FORMATS):
        arguments.error(f"formats are {', '.join(FORMATS)}")
    program = build(arguments.folder.resolve(), arguments.jobs)
    make_seeds(arguments.raddle, arguments.folder / "seeds")
    for name in formats:
        yield name, fuzz, program, name, arguments, arguments.seconds / len(formats)


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, option("--seconds", type=float, default=300, help="for all formats together"),
                 option("--formats", default=",".join(FORMATS)),
                 option("--folder", type=pathlib.Path, default=pathlib.Path("build/fuzz")),
                 option("--jobs", type=int, default=2, help="of the build"), jobs=None, timeout=None))
