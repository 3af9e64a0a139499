#!/usr/bin/env python3
"""What raddle prints on terminals of several widths, as pictures: terminal_pictures.py RADDLE FOLDER

Each command is run on a terminal of its own, with colours; what was on it in the end, or at a moment in between, is drawn
by Chromium."""
import fcntl
import html
import os
import pathlib
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTHS = (60, 100, 200)
# name: arguments, and after how many seconds to look (None: at the end)
COMMANDS = {
    "help": (["--help"], None),
    "progress": (["--engine=enumerate", "--timeout=30", "-DN=9", "bench/dpor/exchange_chain.c"], 3),
    "unknown": (["--timeout=2", "test/not-modelled/endless.c"], None),
    "counterexample": (["examples/bank.c"], None),
}
COLORS = {1: "font-weight:bold", 2: "opacity:.6", 4: "text-decoration:underline", 7: "background:#ddd;color:#111",
          31: "color:#f66", 32: "color:#6d6", 33: "color:#fc5", 34: "color:#79f", 35: "color:#f8f", 36: "color:#5dd"}


def run_on_terminal(arguments, width, seconds):
    """All that was written to the terminal."""
    process, terminal = pty.fork()
    if not process:
        os.chdir(ROOT)
        os.environ.update(TERM="xterm-256color", LANG="C.UTF-8")
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
        os.execv(arguments[0], arguments)
    written, end = b"", time.monotonic() + (seconds or 60)
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 0.1)[0]:
            continue
        try:
            block = os.read(terminal, 65536)
        except OSError:
            break
        written += block
    os.close(terminal)
    try:
        os.kill(process, 15)
    except ProcessLookupError:
        pass
    os.waitpid(process, 0)
    return written.decode("utf-8", "replace")


def to_lines(text, width):
    """The lines of the terminal, as HTML: a carriage return begins the line anew, what is too long goes on in the next one."""
    lines = []
    for line in text.replace("\r\n", "\n").split("\n"):
        line = line.rsplit("\r", 1)[-1].replace("\033[K", "")
        column, style, shown = 0, "", ""
        for part in re.split(r"(\033\[[0-9;]*m)", line):
            code = re.fullmatch(r"\033\[([0-9;]*)m", part)
            if code:
                numbers = [int(number or 0) for number in code.group(1).split(";")]
                style = ";".join(COLORS.get(number, "") for number in numbers if number)
                continue
            while part:
                piece, part = part[:width - column], part[width - column:]
                shown += f'<span style="{style}">{html.escape(piece)}</span>'
                column += len(piece)
                if part:
                    lines.append(shown)
                    shown, column = "", 0
        lines.append(shown)
    return lines


def draw(lines, width, path):
    page = (f'<body style="margin:0;background:#1b1b1b;color:#ddd"><pre style="margin:8px;font:14px/18px monospace;width:{width}ch;'
            f'border-right:1px solid #555">{chr(10).join(lines)}</pre>')
    with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8") as file:
        file.write(f'<meta charset="utf-8">{page}')
        file.flush()
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                        f"--window-size={width * 9 + 30},{len(lines) * 18 + 30}", f"--screenshot={path}", file.name],
                       stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=True)


def main():
    raddle, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for name, (arguments, seconds) in COMMANDS.items():
        for width in WIDTHS:
            lines = to_lines(run_on_terminal([str(raddle), *arguments], width, seconds), width)
            draw(lines, width, folder / f"{name}-{width}.png")


if __name__ == "__main__":
    sys.exit(main())
