#!/usr/bin/env python3
"""The GitHub action (action.yml): its steps, run one after the other as GitHub's runner does, on repositories made for
it. What they print, the SARIF files, the summary, the outputs and the exit status; how raddle is got; the workflow that
uses it. And the Containerfile: what it copies, makes and starts exists.
"""
import json
import os
import re
import shutil
import sys

from harness import ROOT, expect, run, run_program, shorten, temporary_folder
from tasks import read_yaml

ACTION = ROOT / "action.yml"
WORKFLOW = ROOT / "contrib" / "ci" / "github-workflow.yml"
CONTAINER = ROOT / "Containerfile"
EXPRESSION = re.compile(r"\$\{\{ *(.*?) *\}\}")
ANNOTATION = re.compile(r"^::(error|warning|notice) ((?:file=([^,]*),line=(\d+),.*)?title=.*?)::(.*)$", re.MULTILINE)

LOST = """#include <pthread.h>
#include <assert.h>
static int count;
static void *add(void *unused)
{
    count++;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    count++;
    pthread_join(thread, 0);
    assert(count == 2%s);
    return 0;
}
"""
FILES = {
    "lost.c": LOST % "",
    "fine.c": LOST % " || count == 1",
    "broken.c": "int main(void)\n{\n    return\n",
    "unknown.c": "int later(void);\nint main(void)\n{\n    return later();\n}\n",
    "a b/c/known.c": LOST % "",
    "parts/main.c": '#include "part.h"\n#include <assert.h>\nint main(void)\n{\n    assert(part() == PART);\n}\n',
    "parts/part.c": '#include "part.h"\nint part(void)\n{\n    return 3;\n}\n',
    "parts/include/part.h": "int part(void);\n",
}


def make_repository(folder, more):
    """The example repository, with a compile_commands.json in `out`."""
    for name, text in {**FILES, **more}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "out").mkdir()
    commands = [{"directory": str(folder / "parts"), "file": f"{name}.c",
                 "arguments": ["cc", "-Iinclude", "-DPART=3", "-c", f"{name}.c"]} for name in ("main", "part")]
    (folder / "out" / "compile_commands.json").write_text(json.dumps(commands), encoding="utf-8")


class Runner:
    """As much of GitHub's runner as action.yml needs: one job, whose steps are those of the action."""

    def __init__(self, home, raddle):
        self.action = read_yaml(ACTION)
        self.source = ROOT
        self.environment = {}
        self.home = home
        self.workspace = home / "workspace"
        self.path = os.environ["PATH"]
        self.status = 0
        self.printed = ""
        self.outputs = {}   # by the id of their step
        self.uploaded = []  # what is given to actions that are not ours
        self.summary = ""
        self.workspace.mkdir()
        if raddle:
            (home / "bin").mkdir()
            (home / "bin" / "raddle").symlink_to(raddle)
            self.path = f"{home / 'bin'}:{self.path}"

    def value(self, text):
        """Of an expression: comparisons of names with texts, joined by &&, or one name."""
        if "&&" in text:
            return all(self.value(part.strip()) for part in text.split("&&"))
        compared = re.fullmatch(r"(\S+) (==|!=) '(.*)'", text)
        if compared:
            return (self.value(compared[1]) == compared[3]) == (compared[2] == "==")
        if text == "!cancelled()":
            return True
        kind, *names = text.split(".")
        if kind == "inputs":
            return self.inputs[names[0]]
        expect(kind == "steps" and names[1] == "outputs", f"what is {text}?")
        return self.outputs.get(names[0], {}).get(names[2], "")

    def fill_in(self, text):
        return EXPRESSION.sub(lambda match: str(self.value(match[1])), text)

    def use(self, **inputs):
        """Runs the steps. An input that the action does not have is a mistake of the test."""
        declared = self.action["inputs"]
        unknown = inputs.keys() - declared.keys()
        expect(not unknown, f"no inputs of the action: {unknown}")
        self.inputs = {name: inputs.get(name, row["default"]) for name, row in declared.items()}
        for step in self.action["runs"]["steps"]:
            condition = step.get("if")
            if self.value(EXPRESSION.fullmatch(condition)[1]) if condition else self.status == 0:
                self.run_step(step)
        return self

    def run_step(self, step):
        if "uses" in step:
            given = {key: self.fill_in(text) for key, text in step["with"].items()}
            self.uploaded.append((step["uses"], given))
            return
        expect(step["shell"] == "bash", f"a step with another shell: {step}")
        expect(not EXPRESSION.search(step["run"]), f"an input becomes part of a command: {step['run']}")
        script = self.home / "step.sh"
        script.write_text(step["run"], encoding="utf-8")
        files = {name: self.home / name.lower() for name in ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
        for file in files.values():
            file.write_text("", encoding="utf-8")
        environment = {**self.environment, **{name: str(file) for name, file in files.items()},
                       **{name: self.fill_in(text) for name, text in step["env"].items()},
                       "GITHUB_ACTION_PATH": str(self.source), "GITHUB_WORKSPACE": str(self.workspace),
                       "PATH": self.path}
        finished = run_program([shutil.which("bash"), "--noprofile", "--norc", "-eo", "pipefail", script],
                               directory=self.workspace, environment=environment)
        self.printed += (finished.stdout + finished.stderr).decode()
        self.status = self.status or finished.status
        self.summary += files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")
        self.path = ":".join([*files["GITHUB_PATH"].read_text(encoding="utf-8").split(), self.path])
        lines = files["GITHUB_OUTPUT"].read_text(encoding="utf-8").splitlines()
        self.outputs[step.get("id")] = dict(line.split("=", 1) for line in lines)

    def counts(self):
        """The outputs of the action that are numbers."""
        names = ("holds", "violated", "unknown", "broken")
        return tuple(int(self.fill_in(self.action["outputs"][name]["value"])) for name in names)

    def annotations(self):
        """(level, file, line) of what the runner would show in the source."""
        return [(match[1], match[3], int(match[4] or 0)) for match in ANNOTATION.finditer(self.printed)]

    def rows(self):
        """Of the table in the summary: (program, verdict)."""
        return re.findall(r"^\| `(.*)` \| `(.*)` \|$", self.summary, re.MULTILINE)

    def logs(self, folder="raddle-sarif"):
        return [json.loads(path.read_text(encoding="utf-8")) for path in sorted((self.workspace / folder).glob("*"))]


USES = {
    # name: (further files, inputs, exit status, (holds, violated, unknown, broken), annotations, verdicts)
    "all kinds": ({}, {"files": "lost.c\nfine.c\n\nbroken.c\nunknown.c"}, 1, (1, 1, 1, 1),
                  [("error", "lost.c", 15), ("warning", None, 0), ("error", None, 0)],
                  ["FALSE(assertion) lost.c:15", "TRUE", "could not be checked",
                   "UNKNOWN(unmodelled function later at unknown.c:4)"]),
    "pattern": ({}, {"files": "f*.c\n**/kn*.c"}, 1, (1, 1, 0, 0), [("error", "a b/c/known.c", 15)],
                ["TRUE", "FALSE(assertion) a b/c/known.c:15"]),
    "no match": ({}, {"files": "*.cc"}, 2, (0, 0, 0, 1), [("error", None, 0)], ["no file matches"]),
    "broken": ({}, {"files": "broken.c\nfine.c"}, 2, (1, 0, 0, 1), [("error", None, 0)],
               ["could not be checked", "TRUE"]),
    "unknown": ({}, {"files": "unknown.c"}, 0, (0, 0, 1, 0), [("warning", None, 0)],
                ["UNKNOWN(unmodelled function later at unknown.c:4)"]),
    "unknown fails": ({}, {"files": "unknown.c", "fail-on-unknown": "true"}, 3, (0, 0, 1, 0), [("warning", None, 0)],
                      ["UNKNOWN(unmodelled function later at unknown.c:4)"]),
    "properties": ({}, {"files": "fine.c", "properties": "race,lock"}, 1, (0, 1, 0, 0), [("error", "fine.c", 6)],
                   ["FALSE(race) fine.c:6"]),
    "options": ({}, {"files": "parts/*.c", "options": "-Iparts/include -DPART=3\n--function=part"}, 2, (1, 0, 0, 1),
                [("error", None, 0)], ["could not be checked", "TRUE"]),
    "build": ({}, {"build": "out"}, 0, (1, 0, 0, 0), [], ["TRUE"]),
    "build and files": ({}, {"build": "out", "files": "main.c part.c -UPART -DPART=4 # one program"}, 1, (0, 1, 0, 0),
                        [("error", "parts/main.c", 5)], ["FALSE(assertion) parts/main.c:5"]),
    "settings": ({"raddle.toml": 'files = ["lost.c"]\n'}, {"timeout": ""}, 1, (0, 1, 0, 0), [("error", "lost.c", 15)],
                 ["FALSE(assertion) lost.c:15"]),
    "nothing": ({}, {}, 2, (0, 0, 0, 0), [], []),
    "wrong timeout": ({}, {"files": "fine.c", "timeout": "soon"}, 2, (0, 0, 0, 1), [("error", None, 0)],
                      ["could not be checked"]),
    "no command": ({}, {"files": "fine.c $(touch ran); touch ran `touch ran`"}, 2, (0, 0, 0, 1), [("error", None, 0)],
                   ["could not be checked"]),
}


def check_use(name, raddle):
    more, inputs, status, counts, annotations, verdicts = USES[name]
    with temporary_folder() as home:
        runner = Runner(home, raddle)
        make_repository(runner.workspace, more)
        runner.use(**inputs)
        said = shorten(runner.printed, 2000)
        expect(runner.status == status, f"exit status {runner.status}, expected {status}: {said}")
        expect(runner.counts() == counts, f"the outputs are {runner.counts()}, expected {counts}")
        expect(sorted(runner.annotations(), key=str) == sorted(annotations, key=str),
               f"the annotations are {runner.annotations()}: {said}")
        found = [verdict for _, verdict in runner.rows()]
        expect(found == verdicts, f"the summary is {runner.summary}")
        expect(not (runner.workspace / "ran").exists(), "a part of an input was executed")
        check_logs(runner, sum(counts[:3]), counts[1])


def check_logs(runner, programs, violated):
    """One SARIF file of each program that was checked, each with a category of its own; nothing is uploaded unasked."""
    logs = runner.logs()
    expect(len(logs) == programs, f"{len(logs)} SARIF files")
    for log in logs:
        expect(log["version"] == "2.1.0" and log["$schema"], "not SARIF 2.1.0")
        expect(log["runs"][0]["tool"]["driver"]["name"] == "raddle", "not raddle's")
    runs = [run for log in logs for run in log["runs"]]
    expect(len({run["automationDetails"]["id"] for run in runs}) == programs, "two have the same category")
    expect(sum(len(run["results"]) for run in runs) == violated, "not a result for each violation")
    expect(runner.uploaded == [], f"{runner.uploaded}")
    expect(runner.outputs["check"].get("sarif", "") == ("raddle-sarif" if logs else ""), f"{runner.outputs}")


def upload(raddle):
    """The folder that was asked for is uploaded, though the check has failed; not if there is nothing in it."""
    for files, uploads in (("lost.c", 1), ("broken.c", 0)):
        with temporary_folder() as home:
            runner = Runner(home, raddle)
            make_repository(runner.workspace, {})
            runner.use(files=files, upload="true", sarif="a folder/logs")
            expect(len(runner.uploaded) == uploads, f"{files}: {runner.uploaded}: {runner.printed}")
            for action, given in runner.uploaded:
                expect(action.startswith("github/codeql-action/upload-sarif@"), f"{action} gets it")
                expect(len(runner.logs(given["sarif_file"])) == 1, f"there is nothing in {given}")


def baseline(raddle):
    """What is in the baseline is not reported; what is new, is."""
    with temporary_folder() as home:
        runner = Runner(home, raddle)
        make_repository(runner.workspace, {})
        run_program([raddle, "-q", "--write-baseline=known.json", "lost.c"], directory=runner.workspace)
        runner.use(files="lost.c\n**/k*.c", baseline="known.json")
        expect(runner.status == 1 and runner.counts() == (1, 1, 0, 0), f"{runner.counts()}: {runner.printed}")
        expect(runner.rows()[0] == ("lost.c", "TRUE, 1 suppressed"), f"{runner.rows()}")
        shown = [annotation for annotation in runner.annotations() if annotation[0] != "notice"]
        expect(shown == [("error", "a b/c/known.c", 15)], f"{runner.annotations()}")


def summary(raddle):
    """Characters that mean something in a table."""
    with temporary_folder() as home:
        runner = Runner(home, raddle)
        make_repository(runner.workspace, {"a|b`c.c": FILES["fine.c"]})
        runner.use(files="a*b?c.c")
        expect(r"| `a\|b'c.c` | `TRUE` |" in runner.summary.splitlines(), runner.summary)
        expect("1 checked: 0 violated, 0 unknown, 0 could not be checked" in runner.summary, runner.summary)


# What the first step may call, and what is called in place of the others.
NEEDED = ("bash", "cp", "dirname", "env", "id", "mkdir", "mktemp", "realpath")
REPLACED = {"sudo": 'exec "$@"', "apt-get": '[ "$1" = update ] || cp "$ARCHIVE"/* "$TOOLS"',
            "make": 'mkdir "$2/build" && cp "$ARCHIVE/raddle" "$2/build"'}
INSTALLED = "apt-get install -qq -y --no-install-recommends"
PACKAGE = ["apt-get update -qq", f"{INSTALLED} WORKSPACE/a b.deb python3"]
URL = "https://packages.invalid/raddle.deb"
INSTALLS = {
    # name: (package, which commands are there, what is asked of those that are replaced)
    "raddle is there": ("", ["raddle"], []),
    "from source": ("", [], ["make -C SOURCE release"]),
    "a package": ("a b.deb", [], PACKAGE),
    "a package instead": ("a b.deb", ["raddle"], PACKAGE),
    "a package from elsewhere": (URL, ["curl"], [
        f"curl --fail --silent --show-error --location --output DOWNLOADED {URL}",
        "apt-get update -qq", f"{INSTALLED} DOWNLOADED python3"]),
    "without curl": (URL, [], [
        "apt-get update -qq", f"{INSTALLED} ca-certificates curl",
        f"curl --fail --silent --show-error --location --output DOWNLOADED {URL}",
        "apt-get update -qq", f"{INSTALLED} DOWNLOADED python3"]),
}


def write_command(path, text):
    """A command that writes down what it is asked."""
    path.write_text(f"#!/usr/bin/env bash\necho \"{path.name} $*\" >>\"$ASKED\"\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


def check_install(name):
    """The first step, where apt-get and make bring what they would."""
    package, there, commands = INSTALLS[name]
    with temporary_folder() as home:
        runner = Runner(home, None)
        folders = {"TOOLS": home / "tools", "ARCHIVE": home / "archive"}
        for folder in folders.values():
            folder.mkdir()
        for command in NEEDED:
            (folders["TOOLS"] / command).symlink_to(shutil.which(command))
        for command, text in REPLACED.items():
            write_command(folders["TOOLS"] / command, text)
        for command in ("raddle", "curl"):
            write_command(folders["ARCHIVE"] / command, "")
            if command in there:
                shutil.copy(folders["ARCHIVE"] / command, folders["TOOLS"])
        runner.source = home / "source"
        shutil.copytree(ROOT / "contrib" / "action", runner.source / "contrib" / "action")
        runner.path = str(folders["TOOLS"])
        runner.environment = {"ASKED": str(home / "asked"), **{key: str(folder) for key, folder in folders.items()}}
        (runner.workspace / "a b.deb").write_text("", encoding="utf-8")
        runner.inputs = {"package": package}
        runner.run_step(runner.action["runs"]["steps"][0])
        expect(runner.status == 0, runner.printed)
        expect(shutil.which("raddle", path=runner.path), "raddle is not on the path")
        asked = (home / "asked").read_text(encoding="utf-8")
        for path, word in ((runner.workspace, "WORKSPACE"), (runner.source, "SOURCE")):
            asked = asked.replace(str(path), word)
        asked = re.sub(r"/\S*/raddle\.deb(?= )(?! https)|(?<=--output )\S+", "DOWNLOADED", asked).splitlines()
        asked = [line for line in asked if not line.startswith("sudo ")]
        expect(asked == [*commands, "raddle --version"], f"asked is {asked}")


def workflow(raddle):
    """The workflow uses the action with inputs that it takes, and has the permission that it needs."""
    document = read_yaml(WORKFLOW)
    steps = document["jobs"]["check"]["steps"]
    inputs = [step["with"] for step in steps if step.get("uses", "").startswith("OWNER/raddle@")]
    expect(len(inputs) == 1, "the action is not used")
    expect(document["permissions"]["security-events"] == "write", "uploading is not permitted")
    with temporary_folder() as home:
        runner = Runner(home, raddle)
        (runner.workspace / "examples").symlink_to(ROOT / "examples")
        texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in inputs[0].items()}
        runner.use(**texts)
        expect(runner.status == 0 and runner.counts() == (3, 0, 0, 0), f"{runner.counts()}: {runner.printed}")
        expect(len(runner.uploaded) == 1, "nothing is uploaded")


def documented():
    """doc/ci.md has a row for each input and each output."""
    text = (ROOT / "doc" / "ci.md").read_text(encoding="utf-8")
    action = read_yaml(ACTION)
    missing = [name for name in [*action["inputs"], *action["outputs"]] if f"`{name}`" not in text]
    expect(not missing, f"doc/ci.md lacks {missing}")


def instructions(path):
    """Of a Containerfile: (name, the rest)."""
    text = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE))
    return [tuple(line.split(None, 1)) for line in text.splitlines() if line]


def container():
    """Stages that are referred to exist; the target that is made puts the package where it is taken from; the package
    has the program that is started."""
    lines = instructions(CONTAINER)
    expect(lines[0][0] == "FROM", f"begins with {lines[0]}")
    stages = [words.split(" AS ")[1] for name, words in lines if name == "FROM" and " AS " in words]
    targets = re.findall(r"\bmake ([\w-]+)", " ".join(words for name, words in lines if name == "RUN"))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    expect(targets == ["deb"] and "\ndeb:\n" in makefile, f"the targets are {targets}")
    copied = [words.split()[:-1] for name, words in lines if name == "COPY"]
    places = [words for name, words in lines if name == "WORKDIR"]
    expect(copied == [["."], [f"--from={stages[0]}", f"{places[0]}/build/deb/raddle_*.deb"]], f"copied is {copied}")
    expect("scripts/make_deb.sh $(BUILD)/deb" in makefile and "BUILD := build\n" in makefile, "packages go elsewhere")
    control = (ROOT / "debian" / "control").read_text(encoding="utf-8")
    expect("Package: raddle\n" in control, "there is no package raddle")
    started = json.loads(dict(lines)["ENTRYPOINT"])
    installed = (ROOT / "debian" / "raddle.install").read_text(encoding="utf-8").splitlines()
    expect(started == ["raddle"] and "usr/bin/raddle" in installed, f"started is {started}")
    expect(places[-1] == "/work" and dict(lines)["USER"] != "root", "not as documented")


def cases(arguments):
    raddle = arguments.raddle
    for name in USES:
        yield f"use: {name}", check_use, name, raddle
    for check in (upload, baseline, summary, workflow):
        yield check.__name__, check, raddle
    for name in INSTALLS:
        yield f"install: {name}", check_install, name
    for check in (documented, container):
        yield check.__name__, check


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, timeout=None))
