#!/usr/bin/env python3
"""`raddle serve`: the page in a browser, what a question may say, requests that are wrong, and many at once, hostile ones among
them: all are answered or refused, memory is bounded, and nothing of this machine's files is shown."""
import concurrent.futures
import contextlib
import http.client
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time

from harness import ROOT, expect, option, run

BANK = (ROOT / "examples" / "bank.c").read_text(encoding="utf-8")
FIXED = (ROOT / "examples" / "bank_fixed.c").read_text(encoding="utf-8")
SECRET = pathlib.Path("/etc/passwd").read_text(encoding="utf-8").splitlines()[0]
MAIN = "int main(void) { return 0; }\n"
# Programs that want more than is theirs, and how what they get begins.
HOSTILE = {
    "a loop without end": ("int main(void) { volatile unsigned x = 0; for (;;) x++; }", ("UNKNOWN(", "TRUE")),
    "a huge array": ("static char a[1ull << 33]; int main(void) { a[5] = 1; return a[1ull << 32]; }", ("", )),
    "much memory": ("#include <stdlib.h>\n#include <string.h>\nint main(void) { for (;;) { char *p = malloc(1 << 24); "
                    "memset(p, 1, 1 << 24); } }", ("UNKNOWN(", "FALSE(", "no answer")),
    "a macro that grows": ("#define A(x) x x x x x x x x\n#define B(x) A(A(A(A(x))))\n#define C(x) B(B(B(x)))\n"
                           "int main(void) { C(int y;) }", ("no answer", "UNKNOWN(")),
    "a file": (f'#include "/etc/passwd"\n{MAIN}', ("no answer", )),
    "a file from the root": (f'#include "etc/passwd"\n{MAIN}', ("no answer", )),
    "a file beside the headers": (f"#include <../../etc/passwd>\n{MAIN}", ("no answer", )),
    "a file as bytes": ('const char t[] = {\n#embed "/etc/passwd"\n};\n#include <assert.h>\n'
                        "int main(void) { assert(t[0] != t[0]); }\n", ("no answer", )),
    "whether there is a file": ('#if __has_\\\ninclude("/etc/passwd")\n#error there\n#endif\n' + MAIN, ("no answer", )),
    "a device": (f'#include "/dev/zero"\n{MAIN}', ("no answer", "UNKNOWN(")),
    "standard input": (f'#include "/dev/stdin"\n{MAIN}', ("no answer", )),
    "another name": ('#line 1 "/etc/passwd"\nint main(void) { int *p = 0; return *p; }\n', ("FALSE(memory)", )),
    "another name, and an error": (f'#line 1 "/etc/passwd"\nint x = y;\n{MAIN}', ("no answer", )),
    "opening files": ("#include <stdio.h>\n#include <assert.h>\nint main(void) { assert(!fopen(\"/etc/passwd\", \"r\")); }",
                      ("TRUE", "UNKNOWN(", "FALSE(")),
    "commands": ("#include <stdlib.h>\nint main(void) { system(\"id\"); }", ("UNKNOWN(", "TRUE", "FALSE(", "no answer")),
    "assembler": ('__asm__(".incbin \\"/etc/passwd\\"");\n' + MAIN, ("", )),
    "an included program": ('#include "/proc/self/environ"\n' + MAIN, ("no answer", )),
    "no text": ("\u0001\u0002 \ufffd", ("no answer", )),
}


class Served:
    def __init__(self, process, port):
        self.process, self.port = process, port

    def request(self, method, path, body=None, headers=None, timeout=200):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, response.read().decode("utf-8", "replace")
        finally:
            connection.close()

    def ask(self, source, **options):
        status, text = self.request("POST", "/check", json.dumps({"source": source, **options}),
                                    {"Content-Type": "application/json"})
        return status, json.loads(text) if status == 200 else text

    def send(self, data):
        """What comes back to these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as connection:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            answer = b""
            with contextlib.suppress(ConnectionResetError):
                while block := connection.recv(65536):
                    answer += block
            return answer

    def memory_mb(self):
        """Of the server and all that it has started: what they share, as the libraries, once."""
        total, known = 0, {self.process.pid}
        processes = sorted(int(path.name) for path in pathlib.Path("/proc").glob("[0-9]*"))
        for process in processes:
            with contextlib.suppress(OSError, IndexError, ValueError):
                folder = pathlib.Path(f"/proc/{process}")
                parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if parent in known or process in known:
                    known.add(process)
                    total += int(re.search(r"^Pss: +([0-9]+) kB", (folder / "smaps_rollup").read_text(), re.M)[1])
        return total >> 10


@contextlib.contextmanager
def served(raddle, *options):
    process = subprocess.Popen([str(raddle), "serve", "--port=0", *options], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        yield Served(process, int(process.stdout.readline().decode().strip().rstrip("/").rsplit(":", 1)[1]))
        process.send_signal(signal.SIGTERM)
        errors = process.communicate(timeout=30)[1].decode()
        expect(process.returncode == 0 and not errors, f"the server: {process.returncode} {errors}")
    finally:
        process.kill()
        process.wait()


def check_questions(raddle):
    with served(raddle, "--timeout=20") as server:
        status, answer = server.ask(BANK)
        expect(status == 200 and answer["verdict"] == "FALSE(assertion) <stdin>:40" and answer["status"] == 1, f"{answer}")
        expect(answer["page"].startswith("<!DOCTYPE html>") and "savings" in answer["page"], "the page")
        expect(server.ask(FIXED)[1]["verdict"] == "TRUE", "the mended program")
        expect(server.ask(BANK, property="race", engine="dpor")[1]["verdict"].startswith("FALSE(race)"), "options")
        status, answer = server.ask("int main(void) { return x; }")
        expect(status == 200 and answer["verdict"] == "no answer" and "undeclared identifier" in answer["text"], f"{answer}")
        for wrong in ({"property": "/etc/x.prp"}, {"engine": "auto --html=/tmp/x"}, {"unwind": 5}, {"memory_model": "x" * 200},
                      {"source": 5}, {"source": None}):
            expect(server.ask(**{"source": MAIN, **wrong})[0] == 400, f"{wrong}")
        expect(server.ask(MAIN, engine="nosuch")[1]["status"] == 2, "an engine that there is not")


def check_requests(raddle):
    with served(raddle) as server:
        port = server.port
        expect(server.request("GET", "/")[0] == 200 and server.request("GET", "/etc/passwd")[0] == 404, "pages")
        expect([one["name"] for one in json.loads(server.request("GET", "/examples")[1])][:1] == ["bank.c"], "examples")
        expect(server.request("DELETE", "/", "")[0] == 405, "a method that there is not")
        expect(server.request("GET", "/", headers={"Host": "evil.example"})[0] == 403, "another name of this machine")
        question = json.dumps({"source": MAIN})
        expect(server.request("POST", "/check", question, {"Content-Type": "text/plain"})[0] == 415, "a form")
        expect(server.request("POST", "/check", question, {
            "Content-Type": "application/json", "Origin": "http://evil.example"})[0] == 403, "a page from elsewhere")
        expect(server.request("POST", "/check", question, {
            "Content-Type": "application/json", "Origin": f"http://localhost:{port}"})[0] == 200, "its own page")
        for body in ("", "[", "[]", '"x"', '{"source": "a", "source": "b"}'):
            expect(server.request("POST", "/check", body, {"Content-Type": "application/json"})[0] == 400, body)
        host = b"Host: 127.0.0.1:%d\r\n" % port
        for data, code in ((b"Hello\r\n\r\n", 411), (b"GET /\r\n\r\n", 400), (b"\0\0\0\0", 400),
                           (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000 + b"\r\n", 431),
                           (b"GET / HTTP/1.1\r\nHost: " + b"a" * 50000, 431),
                           (b"POST /check HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
                           (b"POST /check HTTP/1.1\r\n" + host + b"Content-Length: -5\r\n\r\n", 411),
                           (b"POST /check HTTP/1.1\r\n" + host + b"Content-Length: 99999999999999999999\r\n\r\n", 411),
                           (b"POST /check HTTP/1.1\r\n" + host + b"Content-Length: 10485760\r\n\r\n" + b"x" * 10485760, 413),
                           (b"GET / HTTP/1.1\r\n" + host + b"\r\n", 200)):
            answer = server.send(data)
            expect(answer.startswith(b"HTTP/1.1 %d " % code), f"{data[:60]}: {answer[:60]} and not {code}")
        expect(server.send(b"") == b"" and server.send(b"GET / HT") == b"", "half a request")


def check_hostile(raddle):
    with served(raddle, "--timeout=1", "--memory-limit=200") as server:
        for name, (source, beginnings) in HOSTILE.items():
            status, answer = server.ask(source)
            expect(status == 200 and answer["verdict"].startswith(beginnings), f"{name}: {status} {str(answer)[:300]}")
            expect(SECRET not in json.dumps(answer), f"{name}: it shows a file of this machine")
        there, missing = (server.ask(f'#include "{path}"\n{MAIN}')[1]["text"] for path in ("/etc/passwd", "/etc/passwx"))
        expect(there.replace("passwd", "passwx") == missing, f"one can tell whether there is a file: {there} {missing}")


def check_many(arguments):
    """So many requests at the same time, of which some go away before they are answered."""
    hostile = list(HOSTILE.values())
    jobs, limit = 2, 200
    # Of each check (doc/playground.md), and the server itself.
    allowed = jobs * (limit + 2 * limit + 1024) + 100
    with served(arguments.raddle, "--timeout=2", f"--jobs={jobs}", f"--memory-limit={limit}") as server:

        def one(number):
            kind = number % 8
            if kind == 0:
                return server.request("POST", "/check", json.dumps({"source": "x" * (10 << 20)}),
                                      {"Content-Type": "application/json"})[0] == 413
            if kind == 1:
                server.send(b"POST /check HTTP/1.1\r\nHost: x\r\nContent-Length: 40\r\n\r\n{")
                return True
            if kind in (2, 3):
                source, beginnings = hostile[number // 8 % len(hostile)]
                status, answer = server.ask(source)
                return status == 200 and answer["verdict"].startswith(beginnings) and SECRET not in str(answer)
            return server.ask(BANK)[1]["verdict"] == "FALSE(assertion) <stdin>:40"

        most = 0
        with concurrent.futures.ThreadPoolExecutor(arguments.count) as pool:
            futures = [pool.submit(one, number) for number in range(arguments.count)]
            while not all(future.done() for future in futures):
                most = max(most, server.memory_mb())
                time.sleep(0.2)
        wrong = [number for number, future in enumerate(futures) if future.exception() or not future.result()]
        expect(not wrong, f"not answered as they should: {wrong} {[futures[n].exception() for n in wrong][:3]}")
        expect(0 < most < allowed, f"{most} MB, and not {allowed}")
        if arguments.verbose:
            print(f"{arguments.count} requests at once: at most {most} MB")
        expect(server.ask(BANK)[0] == 200, "it goes on")


def check_browser(raddle):
    with served(raddle, "--timeout=30") as server:
        def page(name):
            shown = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=40000",
                                    "--dump-dom", f"http://127.0.0.1:{server.port}/#{name}!"], stdin=subprocess.DEVNULL,
                                   capture_output=True, timeout=120, check=False).stdout.decode()
            expect('data-done="yes"' in shown, f"{name}: not checked: {shown[-500:]}")
            return shown

        shown = page("bank.c")
        expect('class="FALSE">FALSE(assertion) &lt;stdin&gt;:40<' in shown and "srcdoc=" in shown, shown[:3000])
        expect('class="TRUE">TRUE<' in page("bank_fixed.c"), "bank_fixed.c")


def cases(arguments):
    yield "questions", check_questions, arguments.raddle
    yield "requests", check_requests, arguments.raddle
    yield "hostile programs", check_hostile, arguments.raddle
    yield "many at once", check_many, arguments
    yield "a browser", check_browser, arguments.raddle


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, option("--count", type=int, default=24, help="requests at the same time")))
