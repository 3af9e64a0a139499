#!/usr/bin/env python3
"""The extension for VS Code (contrib/vscode). Its own tests, by node if that is there: in an editor that only
remembers, with a server made for it, and with `raddle lsp`, if this raddle has it. The package: what is in the archive,
and what it says of it. The problem matcher, on what raddle prints.
"""
import json
import re
import shutil
import sys
import xml.etree.ElementTree
import zipfile

from harness import ROOT, Skip, expect, run, run_program, shorten, temporary_folder

FOLDER = ROOT / "contrib" / "vscode"
RUNNER = FOLDER / "test" / "run.js"
NAMESPACE = {"v": "http://schemas.microsoft.com/developer/vsx-schema/2011"}
REAL = "raddle lsp"  # the test with the server of raddle itself
BROKEN = "int main(void)\n{\n    return\n}\n"


def list_tests(environment):
    listed = run_program(["node", RUNNER, "--list"], environment=environment)
    expect(listed.status == 0, f"node: {shorten(listed.stderr)}")
    return listed.stdout.decode().splitlines()


def has_server(raddle):
    return run_program([raddle, "help", "lsp"]).status == 0


def check_extension(name, environment, raddle):
    if name == REAL and not has_server(raddle):
        raise Skip("this raddle has no language server")
    finished = run_program(["node", RUNNER, name], environment=environment)
    expect(finished.status == 0, f"{finished.describe()}: {shorten(finished.stdout + finished.stderr, 4000)}")


def no_node():
    raise Skip("node is not installed, so the extension was not run")


def make_package(folder):
    made = run_program([sys.executable, FOLDER / "package.py", folder])
    expect(made.status == 0, f"package.py: {shorten(made.stderr)}")
    return folder / made.stdout.decode().strip()


def package():
    """What the archive says of itself is in it, and so is what the extension needs; nothing else is."""
    with temporary_folder() as folder:
        path = make_package(folder)
        expect(make_package(folder / "again").read_bytes() == path.read_bytes(), "another archive the second time")
        with zipfile.ZipFile(path) as archive:
            expect(archive.testzip() is None, "the archive is damaged")
            files = {name: archive.read(name).decode() for name in archive.namelist()}
    described = json.loads(files["extension/package.json"])
    manifest = xml.etree.ElementTree.fromstring(files["extension.vsixmanifest"])
    identity = manifest.find("v:Metadata/v:Identity", NAMESPACE).attrib
    expect((identity["Id"], identity["Publisher"], identity["Version"])
           == (described["name"], described["publisher"], described["version"]), f"the identity is {identity}")
    expect(path.name == f"raddle-{described['version']}.vsix", f"it is called {path.name}")
    properties = {row.get("Id"): row.get("Value") for row in manifest.iterfind(".//v:Property", NAMESPACE)}
    expect(properties["Microsoft.VisualStudio.Code.Engine"] == described["engines"]["vscode"], f"{properties}")
    assets = [row.get("Path") for row in manifest.iterfind(".//v:Asset", NAMESPACE)]
    modules = [found for text in files.values() for found in re.findall(r'require\("\./(\w+)"\)', text)]
    needed = {"[Content_Types].xml", "extension.vsixmanifest", f"extension/{described['main'].removeprefix('./')}",
              *(f"extension/{module}.js" for module in modules), *assets}
    expect(needed == files.keys(), f"needed is {needed}, there is {files.keys()}")
    types = xml.etree.ElementTree.fromstring(files["[Content_Types].xml"])
    typed = {row.get("Extension") for row in types}
    endings = {f".{name.rsplit('.', 1)[1]}" for name in files} - {".xml"}
    expect(typed == endings, f"the types are {typed}, the files end in {endings}")
    expect(files["extension/LICENSE.txt"] == (ROOT / "LICENSE").read_text(encoding="utf-8"), "another licence")


def described():
    """Commands and settings of package.json are those of the extension and, with the same defaults, of its README."""
    contributes = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))["contributes"]
    extension = (FOLDER / "extension.js").read_text(encoding="utf-8")
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    for command in contributes["commands"]:
        expect(f'"{command["command"]}"' in extension, f"{command['command']} does nothing")
        expect(f"| {command['category']}: {command['title']} |" in readme, f"{command['command']} is not in the README")
    for name, row in contributes["configuration"]["properties"].items():
        expect(f'setting("{name.removeprefix("raddle.")}")' in extension, f"{name} is not heeded")
        default = row["default"] if isinstance(row["default"], str) else json.dumps(row["default"])
        row = rf"^\| `{re.escape(name)}` \|.*\(default `{re.escape(default)}`\) \|$"
        expect(re.search(row, readme, re.MULTILINE), f"{name} is not in the README, or has another default")


def matcher(raddle):
    """Of the output of raddle one line is a problem: the one that tells what is violated. What clang says is none."""
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    pattern = package["contributes"]["problemMatchers"][0]["pattern"]

    def problems(*words, directory=ROOT):
        finished = run_program([raddle, *words], directory=directory)
        found = [re.search(pattern["regexp"], line)
                 for line in (finished.stdout + finished.stderr).decode().splitlines()]
        return [tuple(match[pattern[key]] for key in ("file", "line", "column", "message")) for match in found if match]

    for file in ("examples/bank.c", "examples/tutorial/step4.c"):
        said = run_program([raddle, "-q", file], directory=ROOT).stdout.decode().split()
        found = problems(file)
        expect(len(found) == 1 and ":".join(found[0][:2]) == said[1], f"{file}: {said}, but the problems are {found}")
    with temporary_folder() as folder:
        (folder / "broken.c").write_text(BROKEN, encoding="utf-8")
        expect(problems("broken.c", directory=folder) == [], "an error of clang is a violation")


def cases(arguments):
    environment = {"RADDLE": str(arguments.raddle)}
    if shutil.which("node"):
        for name in list_tests(environment):
            yield name, check_extension, name, environment, arguments.raddle
    else:
        yield "the extension", no_node
    yield "the package", package
    yield "the description", described
    yield "the problem matcher", matcher, arguments.raddle


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, timeout=None))
