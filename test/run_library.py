#!/usr/bin/env python3
"""What `make install` puts into place: the example of libraddle is built against an installed copy by pkg-config,
shared, static and from C++, and answers; the installed program needs nothing of the source tree; the manual page is
clean and complete; bash, zsh and fish complete what the help lists; uninstalling leaves nothing.
"""
import os
import pathlib
import pty
import re
import select
import shlex
import shutil
import sys
import time

import harness
from harness import ROOT, Problem, expect, option, run_program, shorten, temporary_folder

EXAMPLES = ROOT / "examples"
BROKEN = "int main(void)\n{\n    return zero;\n}\n"
CPLUSPLUS = """#include <raddle.h>
#include <cstdio>
int main(int count, char **arguments)
{
    raddle *verifier = raddle_create();
    const char *files[] = {arguments[count - 1]};
    bool verified = raddle_load(verifier, 1, files) && raddle_verify(verifier);
    std::puts(verified ? raddle_verdict(verifier) : raddle_error(verifier));
    raddle_free(verifier);
    return verified ? 0 : 1;
}
"""


def run(command, status=0, directory=None, environment=None):
    """The output of a command that must end with the given status."""
    finished = run_program(command, timeout=120, directory=directory, environment=environment)
    if finished.timed_out or finished.status != status:
        said = shorten(finished.stdout + finished.stderr)
        raise Problem(f"{finished.describe()}, expected {status}: {said}", command)
    return finished.stdout.decode(), finished.stderr.decode()


def need(command):
    found = shutil.which(command)
    expect(found, f"{command} is not installed (scripts/setup.sh test installs it)")
    return found


class Installation:
    """A copy in a temporary folder, and programs to try it on that are not in the source tree."""

    def __init__(self, build, folder):
        self.build = build
        self.folder = folder
        self.prefix = folder / "prefix"
        self.programs = folder / "programs"
        self.install(self.prefix)
        self.raddle = self.prefix / "bin" / "raddle"
        self.library = next(self.prefix.glob("lib/**/libraddle.so")).parent
        self.programs.mkdir()
        for name in ("bank.c", "bank_fixed.c"):
            shutil.copy(EXAMPLES / name, self.programs)
        (self.programs / "broken.c").write_text(BROKEN)

    def install(self, prefix, destination=""):
        run(["cmake", "--install", self.build, "--prefix", prefix], environment={"DESTDIR": str(destination)})

    def pkg_config(self, *arguments):
        out, _ = run([need("pkg-config"), *arguments, "raddle"],
                     environment={"PKG_CONFIG_PATH": str(self.library / "pkgconfig")})
        return shlex.split(out)

    def compile(self, name, compiler, source, flags):
        program = self.folder / name
        run([compiler, "-Wall", "-Wextra", "-Werror", source, "-o", program, *flags])
        return program

    def shared(self):
        return {"LD_LIBRARY_PATH": str(self.library)}


def check_example(here, program, environment):
    out, err = run([program, "bank.c"], status=1, directory=here.programs, environment=environment)
    lines = out.splitlines()
    expect(err == "", f"it printed {err!r} to standard error")
    expect(lines[0].startswith("bank.c:40: assertion: "), f"the first line is {lines[0]!r}")
    expect(any("write savings = " in line for line in lines), "no step writes to savings")
    expect(any("[lock]" in line for line in lines), "no step holds the lock")
    expect(lines[-1] == "FALSE(assertion) bank.c:40", f"the last line is {lines[-1]!r}")
    out, err = run([program, "bank_fixed.c", "engine=mpc", "jobs=2"], directory=here.programs, environment=environment)
    expect(out.splitlines()[-1] == "TRUE" and "engine mpc" in out and not err, f"bank_fixed.c: {out!r} {err!r}")
    out, err = run([program, "broken.c"], status=2, directory=here.programs, environment=environment)
    expect(not out and "broken.c:3:12: error: use of undeclared identifier" in err, f"broken.c: {out!r} {err!r}")
    expect(err.endswith("broken.c: clang could not compile it\n"), f"broken.c: {err!r}")
    out, err = run([program, "bank.c", "engine=quick"], status=2, directory=here.programs, environment=environment)
    expect(not out and err.startswith("there is no engine 'quick'"), f"engine=quick: {out!r} {err!r}")


def shared_library(here):
    flags = here.pkg_config("--cflags", "--libs")
    check_example(here, here.compile("shared", "cc", EXAMPLES / "library" / "verify.c", flags), here.shared())


def static_library(here):
    flags = here.pkg_config("--cflags") + here.pkg_config("--variable=archive")
    # Names of the program that the library uses inside, too, must not meet.
    clash = here.folder / "clash.c"
    clash.write_text((EXAMPLES / "library" / "verify.c").read_text() + "int text_append(void);\nint text_append(void)\n"
                     "{\n    return 0;\n}\n")
    check_example(here, here.compile("static", "cc", clash, flags), {})


def from_cplusplus(here):
    source = here.folder / "verify.cpp"
    source.write_text(CPLUSPLUS)
    program = here.compile("cplusplus", "c++", source, here.pkg_config("--cflags", "--libs"))
    out, _ = run([program, "bank_fixed.c"], directory=here.programs, environment=here.shared())
    expect(out == "TRUE\n", f"bank_fixed.c: {out!r}")


def exported_names(here):
    out, _ = run(["nm", "-D", "--defined-only", here.library / "libraddle.so"])
    exported = {line.split()[-1] for line in out.splitlines()} - {"__bss_start", "_edata", "_end"}
    header = (here.prefix / "include" / "raddle.h").read_text()
    declared = set(re.findall(r"^RADDLE_API [^;]*?(raddle_\w+)\(", header, re.MULTILINE))
    expect(len(declared) > 20, "the header declares too little")
    expect(declared == exported, f"declared or exported only: {sorted(declared ^ exported)}")


def installed_program(here):
    for path in here.prefix.rglob("*"):
        if path.is_file() and "doc" not in path.parts:
            expect(str(ROOT).encode() + b"/src" not in path.read_bytes(), f"{path} knows where the source tree was")
    recording = here.folder / "recording.json"
    out, _ = run([here.raddle, "--record", recording, "bank.c"], status=1, directory=here.programs)
    expect(out.splitlines()[-1] == "FALSE(assertion) bank.c:40", f"{out!r}")
    out, _ = run([here.raddle, "replay", "--native", recording], status=1, directory=here.programs)
    expect("NATIVE" in out, f"native replay says {shorten(out)}")


def listed_options(here, *command):
    """The long options that the help lists."""
    out, _ = run([here.raddle, *command])
    options = set(re.findall(r"^  (?:-\w, )?--([\w-]+)", out, re.MULTILINE))
    expect(len(options) > 2, f"{command}: no options are listed")
    return options


def listed_engines(here):
    out, _ = run([here.raddle, "engines"])
    return set(re.findall(r"^(\w+) ", out, re.MULTILINE))


def manual(here):
    page = here.prefix / "share" / "man" / "man1" / "raddle.1"
    out, err = run([need("groff"), "-man", "-ww", "-z", page])
    expect(not out and not err, f"groff says {shorten(out + err)}")
    text, _ = run(["groff", "-man", "-Tascii", "-P-cbou", "-rLL=200n", page])
    sections = re.findall(r"^([A-Z][A-Z ]+)$", text, re.MULTILINE)
    for title in ("NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "PROPERTIES", "ENGINES", "EXIT STATUS",
                  "FILES", "ENVIRONMENT", "EXAMPLES", "SEE ALSO"):
        expect(title in sections, f"there is no section {title}")
    shown = set(re.findall(r"^ +(?:-\w, )?--([\w-]+)", text, re.MULTILINE))
    missing = listed_options(here, "help", "all") - shown
    expect(not missing, f"the page lacks {sorted(missing)}")
    engines = text[text.index("ENGINES"):text.index("EXIT STATUS")]
    missing = listed_engines(here) - set(re.findall(r"^ +(\w+)", engines, re.MULTILINE))
    expect(not missing, f"the page lacks the engines {sorted(missing)}")


# --- Completion. Each shell is asked for what it proposes for a line.


def complete_in_bash(here, line):
    words = [word for word in re.split(r"(=)| ", line) if word]
    if line.endswith((" ", "=")):
        words.append("")
    script = here.prefix / "share" / "bash-completion" / "completions" / "raddle"
    quoted = " ".join(shlex.quote(word) for word in words)
    out, err = run(["bash", "-c", f"source {script}; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _raddle; "
                    'printf "%s\\n" "${COMPREPLY[@]}"'], directory=here.programs)
    expect(not err, f"bash says {err}")
    return set(out.split())


def complete_in_fish(here, line):
    script = here.prefix / "share" / "fish" / "vendor_completions.d" / "raddle.fish"
    out, err = run([need("fish"), "--no-config", "-c", f"source {script}; complete -C {shlex.quote(line)}"],
                   directory=here.programs, environment={"HOME": str(here.folder)})
    expect(not err, f"fish says {err}")
    return {row.split("\t")[0] for row in out.splitlines()}


def talk(shell, lines, environment, directory):
    """Types lines into an interactive shell, which must end by itself."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(directory)
        os.execve(shell, [shell, "-f", "-i"], {**os.environ, **environment, "TERM": "dumb"})
    os.write(terminal, lines.encode())
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        readable, _, _ = select.select([terminal], [], [], 1)
        try:
            if readable and not os.read(terminal, 4096):
                break
        except OSError:  # Linux: the other side is closed
            break
    else:
        os.kill(process, 9)
    os.close(terminal)
    os.waitpid(process, 0)


def complete_in_zsh(here, line):
    """compadd is what all of zsh's functions end in: this one also writes down what is proposed."""
    functions = here.prefix / "share" / "zsh" / "site-functions"
    proposed = here.folder / "proposed"
    proposed.write_text("")
    setup = here.folder / "setup.zsh"
    setup.write_text(f"""fpath=({functions} $fpath)
autoload -Uz compinit && compinit -u -D
bindkey '^I' complete-word
compadd()
{{
    local -a found
    if [[ -z ${{@[(r)-[AOD]]}} ]]; then
        builtin compadd -A found "$@"
        print -rl -- $found >>{proposed}
    fi
    builtin compadd "$@"
}}
leave() {{ exit }}
comppostfuncs=(leave)
""")
    talk(need("zsh"), f"source {setup}\n{line}\t", {"HOME": str(here.folder)}, here.programs)
    return set(proposed.read_text().split())


def completion(complete, here):
    def proposes(line, *words):
        found = {word.rstrip("=/").split("=")[-1].split(",")[-1] for word in complete(here, line)}
        missing = set(words) - found
        expect(not missing, f"'{line}' is not completed to {sorted(missing)}, but to {sorted(found)}")
        return found

    proposes("raddle --", *("--" + option for option in listed_options(here, "help", "check")))
    found = proposes("raddle replay --", *("--" + option for option in listed_options(here, "help", "replay")))
    expect("--engine" not in found, "replay is offered --engine")
    engines = listed_engines(here)
    expect(proposes("raddle --engine=", *engines) == engines, "--engine= offers more than engines")
    expect(proposes("raddle check --engine=dp") == {"dpor"}, "--engine=dp is not completed to dpor alone")
    proposes("raddle --data-model ", "host", "ILP32", "LP64")
    proposes("raddle --property=assertion,de", "deadlock")
    proposes("raddle --all ban", "bank.c", "bank_fixed.c")
    proposes("raddle run --html=ban", "bank.c")
    proposes("raddle ", "check", "run", "predict", "replay", "engines", "help", "version", "bank.c")
    proposes("raddle help ", "check", "engines")
    expect("bank.c" not in complete(here, "raddle engines "), "engines is offered a file")


def completion_in_bash(here):
    completion(complete_in_bash, here)


def completion_in_zsh(here):
    completion(complete_in_zsh, here)


def completion_in_fish(here):
    completion(complete_in_fish, here)


def uninstalling(here):
    """Twice installed, with a folder that was there before and a file that is not raddle's."""
    destination = here.folder / "destination"
    root = destination / "usr"
    before = root / "share" / "man"
    before.mkdir(parents=True)
    for _ in range(2):
        here.install("/usr", destination)
    expect((root / "bin" / "raddle").exists(), "nothing was installed")
    foreign = root / "share" / "doc" / "raddle" / ".foreign"
    foreign.touch()
    remove = ["cmake", f"-DROOT={root}", "-P", ROOT / "cmake" / "Uninstall.cmake"]
    run(remove)
    left = {path.relative_to(root) for path in root.rglob("*")}
    wanted = {before, foreign, *list(foreign.parents)[:3]}
    expect(left == {path.relative_to(root) for path in wanted}, f"left behind: {sorted(map(str, left))}")
    finished = run_program(remove)
    expect(finished.status != 0 and b"not installed" in finished.stderr, "uninstalling twice is no error")


CASES = (shared_library, static_library, from_cplusplus, exported_names, installed_program, manual, completion_in_bash,
         completion_in_zsh, completion_in_fish, uninstalling)


def cases(arguments):
    here = Installation(arguments.build, arguments.enter(temporary_folder()))
    for check in CASES:
        yield check.__name__, check, here


if __name__ == "__main__":
    sys.exit(harness.run(__doc__, cases,
                         option("--build", type=pathlib.Path, required=True, help="the folder of the build"),
                         jobs=1, timeout=None, raddle=False))
