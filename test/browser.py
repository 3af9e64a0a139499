"""A headless Chromium, driven by its DevTools protocol over a pipe: messages are JSON, each ended by a NUL; it reads
from file descriptor 3 and writes to 4."""
import base64
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

from harness import Problem

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
# The sandbox does not work for root, nor in many containers; the pages are our own.
OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
           "--hide-scrollbars", "--force-device-scale-factor=1", "--remote-debugging-pipe")
KEYS = {"Enter": 13, "ArrowDown": 40, "ArrowUp": 38, "Home": 36, "End": 35}


class BrowserError(Problem):
    pass


def find_browser():
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    raise BrowserError(f"none of {', '.join(NAMES)} is installed")


class Browser:
    """One browser with a profile of its own, for `with`."""

    def __init__(self, timeout=60):
        self.timeout = timeout
        self.number = 0
        self.buffer = b""
        self.pages = {}  # by session

    def __enter__(self):
        self.profile = tempfile.mkdtemp(prefix="raddle-browser-")
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()
        # The shell moves them to 3 and 4; until then they must be neither.
        reads, writes = (fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (commands, answers))
        os.close(commands)
        os.close(answers)
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{reads} 4>&{writes} {reads}<&- {writes}>&-', "bash", find_browser(), *OPTIONS,
             f"--user-data-dir={self.profile}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=(reads, writes),
            start_new_session=True)
        os.close(reads)
        os.close(writes)
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self, deadline):
        """The next message; those that are no answers go to their page."""
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.answers], [], [], max(0, deadline - time.monotonic()))
            data = os.read(self.answers, 1 << 16) if ready else b""
            if not data:
                raise BrowserError("the browser is gone" if ready else "the browser does not answer")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        if "method" in message and message.get("sessionId") in self.pages:
            self.pages[message["sessionId"]].notice(message["method"], message["params"])
        return message

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + self.timeout
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error'].get('message')}")
                return answer["result"]

    def open(self, address, width=1400, height=860, scheme="light"):
        return Page(self, address, width, height, scheme)


class Page:
    """A page that was loaded: what it requested and complained about, its contents, its keyboard."""

    def __init__(self, browser, address, width, height, scheme):
        self.browser = browser
        self.requests = []
        self.complaints = []
        self.loaded = False
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        browser.pages[self.session] = self
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.prefer(scheme)
        self.call("Page.navigate", url=address)
        deadline = time.monotonic() + browser.timeout
        while not self.loaded:
            browser.receive(deadline)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def notice(self, method, parameters):
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append("console: " + str([argument.get("value") for argument in parameters["args"]]))
        elif method == "Log.entryAdded":
            self.complaints.append(parameters["entry"]["text"])

    def resize(self, width, height):
        """Comes back when the page has been laid out anew."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.evaluate("""new Promise(done => {
            const look = () => requestAnimationFrame(innerWidth === %d ? () => requestAnimationFrame(done) : look);
            look();
        })""" % width)

    def prefer(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def press(self, key):
        code = KEYS.get(key) or ord(key.upper())
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code)

    def click(self, selector):
        x, y = self.evaluate(f"""(() => {{
            const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
        del self.browser.pages[self.session]
