"""A client of the language server protocol, for tests: starts `raddle lsp` and talks to it."""
import json
import os
import pathlib
import subprocess
import threading


class LanguageClient:
    def __init__(self, raddle, directory, words=(), options=None, capabilities=None, initialize=True):
        self.directory = pathlib.Path(directory)
        self.process = subprocess.Popen([str(raddle), "lsp", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.last_id = 0
        self.heard = []  # notifications and requests of the server that nobody has asked for yet
        self.timer = threading.Timer(60, self.process.kill)  # a server that says nothing does not stop the test
        self.timer.start()
        if initialize:
            self.capabilities = self.request("initialize", {
                "processId": os.getpid(), "rootUri": self.directory.as_uri(), "capabilities": capabilities or {},
                "initializationOptions": options or {}})["result"]["capabilities"]
            self.notify("initialized", {})

    def send_text(self, text):
        data = text if isinstance(text, bytes) else text.encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def notify(self, method, parameters):
        self.send_text(json.dumps({"jsonrpc": "2.0", "method": method, "params": parameters}))

    def receive(self):
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError("the server has ended")
            if line == b"\r\n":
                break
            name, value = line.split(b":", 1)
            length = int(value) if name.lower() == b"content-length" else length
        return json.loads(self.process.stdout.read(length))

    def request(self, method, parameters):
        """The whole answer."""
        self.last_id += 1
        self.send_text(json.dumps({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": parameters}))
        while True:
            message = self.receive()
            if message.get("id") == self.last_id and "method" not in message:
                return message
            self.heard.append(message)

    def wait_for(self, method):
        """The parameters of the first notification, or request, of that name."""
        for i, message in enumerate(self.heard):
            if message.get("method") == method:
                return self.heard.pop(i)["params"]
        while True:
            message = self.receive()
            if message.get("method") == method:
                return message["params"]
            self.heard.append(message)

    def uri(self, name):
        return (self.directory / name).as_uri()

    def document(self, name):
        return {"textDocument": {"uri": self.uri(name)}}

    def open(self, name):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": self.uri(name), "languageId": "c", "version": 1, "text": (self.directory / name).read_text("utf-8")}})

    def save(self, name):
        self.notify("textDocument/didSave", self.document(name))

    def change(self, name):
        self.notify("textDocument/didChange", {**self.document(name), "contentChanges": [{"text": "int x;"}]})

    def execute(self, command, *arguments):
        return self.request("workspace/executeCommand", {"command": command, "arguments": list(arguments)})

    def diagnostics(self, name):
        """What the next check finds in the file; other files are kept in `heard`."""
        while True:
            published = self.wait_for("textDocument/publishDiagnostics")
            if published["uri"] == self.uri(name):
                return published["diagnostics"]

    def end(self):
        """The exit status, in good order."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.wait()

    def wait(self):
        self.process.stdin.close()
        self.process.stdout.close()
        status = self.process.wait(timeout=30)
        self.timer.cancel()
        errors = self.process.stderr.read().decode()
        self.process.stderr.close()
        return status, errors
