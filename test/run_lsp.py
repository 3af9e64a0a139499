#!/usr/bin/env python3
"""`raddle lsp`, by a client that is not an editor: what it publishes when files are opened, saved, changed and closed, in which
project a file is checked, the functions it offers to check, and messages that are wrong."""
import pathlib
import sys
import time

from harness import expect, run, run_program, temporary_folder
from language_client import LanguageClient

LOST = """#include <assert.h>
#include <pthread.h>
static int counter;
static void *work(void *unused)
{
    int seen = counter;
    counter = seen + 1;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    /* \u00fcber \U0001f600 */ assert(counter == 2);
}
"""
RIGHT = LOST.replace("int seen = counter;", "").replace("counter = seen + 1", "__sync_fetch_and_add(&counter, 1)")
ENDLESS = """#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int x, y;
static void *work(void *unused)
{
    for (int i = 0; i < __VERIFIER_nondet_int(); i++) {
        x = x * 3 + y;
        y = y * 5 + x;
    }
    return unused;
}
int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    assert(x != 123456789);
}
"""
LIBRARY = """#include <assert.h>
static int table[8];
static int twice(int n)
{
    return n + n;
}
int look_up(unsigned index)
{
    return table[index] + twice(2);
}
int count(const char *format, ...)
{
    return *format;
}
int even(int n)
{
    assert(n / 2 * 2 + n % 2 == n);
    return n % 2 == 0;
}
"""


def put(folder, **files):
    for name, text in files.items():
        (folder / name.replace("_h", ".h").replace("_c", ".c")).write_text(text, encoding="utf-8")


def check_program(raddle):
    with temporary_folder() as folder:
        put(folder, lost_c=LOST)
        client = LanguageClient(raddle, folder)
        expect(client.capabilities["textDocumentSync"]["save"], f"{client.capabilities}")
        client.open("lost.c")
        found = client.diagnostics("lost.c")
        expect(len(found) == 1 and found[0]["severity"] == 1 and found[0]["code"] == "assertion", f"{found}")
        line = LOST.splitlines()[16]
        start, end = found[0]["range"]["start"], found[0]["range"]["end"]
        # The assertion stands behind a character of two bytes and one of four, which is two units of UTF-16.
        expect(start == {"line": 16, "character": line.index("assert") + 1}, f"{start}")
        expect(end == {"line": 16, "character": len(line) + 1}, f"{end}")
        steps = found[0]["relatedInformation"]
        lines = [step["location"]["range"]["start"]["line"] for step in steps]
        expect({5, 6, 12} <= set(lines) and lines[-1] == 16, f"{lines}")
        expect(all(step["location"]["uri"] == client.uri("lost.c") for step in steps), f"{steps}")
        expect(any(step["message"].startswith("step ") and "thread 2: write counter" in step["message"]
                   for step in steps), f"{steps}")
        put(folder, lost_c=RIGHT)
        client.save("lost.c")
        expect(client.diagnostics("lost.c") == [], "a program that is right has something to be shown")
        log = client.wait_for("window/logMessage")["message"] + client.wait_for("window/logMessage")["message"]
        expect("lost.c: FALSE(assertion)" in log and "lost.c: TRUE" in log, log)
        expect(client.end() == (0, ""), "the end")


def check_change(raddle):
    with temporary_folder() as folder:
        put(folder, endless_c=ENDLESS, right_c=RIGHT)
        client = LanguageClient(raddle, folder, words=["--engine=se", "--unwind=none"],
                                capabilities={"window": {"workDoneProgress": True}})
        client.open("endless.c")
        expect(client.wait_for("$/progress")["value"]["kind"] == "begin", "no progress")
        told = client.wait_for("$/progress")["value"]
        expect(told["kind"] == "report" and told["message"].startswith("se, "), f"{told}")
        client.change("endless.c")
        while told["kind"] != "end":
            told = client.wait_for("$/progress")["value"]
        client.open("right.c")  # done although the other would have taken a minute
        expect(client.diagnostics("right.c") == [], "right.c")
        expect(not [m for m in client.heard if client.uri("endless.c") in str(m)], "what was given up has an answer")
        expect(client.end() == (0, ""), "the end")


def check_errors(raddle):
    with temporary_folder() as folder:
        put(folder, wrong_c='#include "part.h"\nint main(void)\n{\n    return thing + 1;\n}\n', part_h="int thing(\n",
            slow_c=ENDLESS)
        client = LanguageClient(raddle, folder, options={"arguments": ["--timeout=1", "--engine=se"]})
        client.open("wrong.c")
        client.wait_for("window/logMessage")
        published = {m["params"]["uri"]: m["params"]["diagnostics"] for m in client.heard
                     if m.get("method") == "textDocument/publishDiagnostics"}
        errors = [error for found in published.values() for error in found]
        expect(errors and all(error["severity"] == 1 for error in errors), f"{published}")
        client.heard.clear()
        put(folder, wrong_c="int main(void)\n{\n}\n")
        client.save("wrong.c")
        client.wait_for("window/logMessage")
        published = {m["params"]["uri"]: m["params"]["diagnostics"] for m in client.heard
                     if m.get("method") == "textDocument/publishDiagnostics"}
        shown = [d["message"] for found in published.values() for d in found if d["severity"] == 1]
        expect(not shown, f"errors that are mended are still shown: {shown}")
        client.open("slow.c")
        found = client.diagnostics("slow.c")
        expect(len(found) == 1 and found[0]["severity"] == 3 and "UNKNOWN(" in found[0]["message"], f"{found}")
        client.notify("textDocument/didClose", client.document("slow.c"))
        expect(client.diagnostics("slow.c") == [], "closed")
        expect(client.end() == (0, ""), "the end")


def check_functions(raddle):
    with temporary_folder() as folder:
        put(folder, library_c=LIBRARY)
        client = LanguageClient(raddle, folder, options={"checkOnOpen": False})
        client.open("library.c")
        lenses = client.request("textDocument/codeLens", client.document("library.c"))["result"]
        offered = {lens["command"]["arguments"][1]: lens["range"]["start"]["line"] for lens in lenses}
        expect(offered == {"twice": 2, "look_up": 6, "even": 14}, f"{offered}")
        answer = client.execute("raddle.checkFunction", client.uri("library.c"), "look_up")
        expect(answer.get("result", 0) is None, f"{answer}")
        found = client.diagnostics("library.c")
        expect(len(found) == 1 and found[0]["code"] == "memory", f"{found}")
        expect("library.c, look_up: FALSE(memory)" in client.wait_for("window/showMessage")["message"], "no message")
        client.execute("raddle.checkFunction", client.uri("library.c"), "even")
        found = client.diagnostics("library.c")
        expect(all(one["severity"] == 3 for one in found), f"{found}")
        client.execute("raddle.check", client.uri("library.c"))
        found = client.diagnostics("library.c")
        expect(len(found) == 1 and "no function main" in found[0]["message"], f"{found}")
        for wrong in (("raddle.check",), ("raddle.check", "untitled:1"), ("raddle.other", client.uri("library.c")),
                      ("raddle.checkFunction", client.uri("library.c"))):
            expect(client.execute(*wrong)["error"]["code"] == -32602, f"{wrong}")
        expect(client.end() == (0, ""), "the end")


def check_projects(raddle):
    """Settings and a compilation database of the project are heeded, and a header belongs to the program."""
    with temporary_folder() as folder:
        (folder / "deep" / "src").mkdir(parents=True)
        (folder / "deep" / "raddle.toml").write_text('files = ["src/main.c", "src/part.c"]\nincludes = ["src"]\n')
        put(folder / "deep" / "src", main_c='#include "part.h"\n#include <assert.h>\nint main(void)\n{\n'
            "    assert(part() == 2);\n}\n", part_h="int part(void);\n",
            part_c='#include "part.h"\nint part(void)\n{\n    return 1;\n}\n')
        client = LanguageClient(raddle, folder)
        for name in ("deep/src/part.c", "deep/src/part.h", "deep/src/main.c"):
            client.open(name)
            found = client.diagnostics("deep/src/main.c")
            expect(len(found) == 1 and found[0]["range"]["start"]["line"] == 4, f"{name}: {found}")
            client.wait_for("window/logMessage")
            client.heard.clear()
        (folder / "build").mkdir()
        put(folder, alone_c="#include <assert.h>\nint main(void)\n{\n    assert(LIMIT == 3);\n}\n", other_h="int x;\n")
        (folder / "build" / "compile_commands.json").write_text(
            f'[{{"directory": "{folder}", "file": "alone.c", "command": "cc -DLIMIT=3 -c alone.c"}}]')
        client.open("other.h")  # nothing: it is no program
        client.open("alone.c")
        expect(client.diagnostics("alone.c") == [], "the compilation database is not heeded")
        expect("other.h" not in str(client.heard), f"{client.heard}")
        expect(client.end() == (0, ""), "the end")


def check_messages(raddle):
    with temporary_folder() as folder:
        client = LanguageClient(raddle, folder, initialize=False)
        expect(client.request("textDocument/codeLens", {})["error"]["code"] == -32002, "before initialize")
        client.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///nowhere.c"}})
        client.request("initialize", {"capabilities": {}})
        client.send_text("{not JSON")
        expect(client.receive()["error"]["code"] == -32700, "not JSON")
        expect(client.request("textDocument/hover", {})["error"]["code"] == -32601, "unknown")
        client.send_text("[1, 2]")
        client.send_text('{"jsonrpc": "2.0", "id": 77, "result": null}')
        for parameters in (None, {}, {"textDocument": {}}, {"textDocument": {"uri": 5}}, {"textDocument": {"uri": "x"}}, []):
            for method in ("didOpen", "didSave", "didChange", "didClose"):
                client.notify(f"textDocument/{method}", parameters)
            expect("error" in client.request("textDocument/codeLens", parameters) or parameters, "lens of nothing")
        expect(client.request("shutdown", None)["result"] is None, "shutdown")
        expect(client.request("initialize", {})["error"]["code"] == -32600, "after shutdown")
        client.notify("exit", None)
        expect(client.wait() == (0, ""), "the end")
        client = LanguageClient(raddle, folder)
        client.notify("exit", None)
        expect(client.wait() == (1, ""), "exit without shutdown")
        client = LanguageClient(raddle, folder)
        client.process.stdin.write(b"Hello\r\n\r\n")
        client.process.stdin.flush()
        expect(client.receive()["error"]["code"] == -32700 and client.wait()[0] == 1, "no header")


def check_left_behind(raddle):
    """When the editor goes away, so does the check."""
    with temporary_folder() as folder:
        put(folder, endless_c=ENDLESS)
        client = LanguageClient(raddle, folder, words=["--engine=se", "--unwind=none"],
                                capabilities={"window": {"workDoneProgress": True}})
        client.open("endless.c")
        client.wait_for("$/progress")
        expect(client.wait()[0] == 1, "exit status")
        deadline = time.time() + 20
        while time.time() < deadline and is_running("endless.c", str(folder)):
            time.sleep(0.2)
        expect(not is_running("endless.c", str(folder)), "the check goes on")


def is_running(name, directory):
    for command in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            text = command.read_bytes()
        except OSError:
            continue
        if f"{directory}/{name}".encode() in text and b"check" in text:
            return True
    return False


def check_command(raddle):
    with temporary_folder() as folder:
        put(folder, library_c=LIBRARY)
        listed = run_program([raddle, "functions", "library.c"], directory=folder)
        expect(listed.status == 0 and listed.stdout.decode().splitlines() ==
               ["library.c:3: twice", "library.c:7: look_up", "library.c:15: even"], f"{listed.stdout}")
        (folder / "library.c").write_text("int f(")
        expect(run_program([raddle, "functions", "library.c"], directory=folder).status == 2, "what cannot be compiled")


CASES = {"a program": check_program, "a change": check_change, "errors": check_errors, "functions": check_functions,
         "projects": check_projects, "messages": check_messages, "the editor goes": check_left_behind,
         "the command functions": check_command}


def cases(arguments):
    for name, check in CASES.items():
        yield name, check, arguments.raddle


if __name__ == "__main__":
    sys.exit(run(__doc__, cases))
