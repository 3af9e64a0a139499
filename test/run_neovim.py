#!/usr/bin/env python3
"""neovim without a screen, with contrib/neovim/raddle.lua: it shows a diagnostic for a program that is wrong, its steps come into
the quickfix list, and when the program is mended and saved the diagnostic goes."""
import json
import os
import pathlib
import subprocess
import sys

from harness import ROOT, expect, run, temporary_folder
from run_lsp import LIBRARY, LOST, RIGHT

SCRIPT = """
local raddle = dofile("{plugin}")
raddle.setup({{ path = "{raddle}", arguments = {{ "--timeout=30" }} }})
local said = {{}}
local function wait(what)
    said[#said + 1] = vim.wait(30000, what, 50)
end
local function shown()
    return #vim.diagnostic.get(0)
end
vim.cmd("edit lost.c")
wait(function() return shown() > 0 end)
local found = vim.diagnostic.get(0)[1]
vim.api.nvim_win_set_cursor(0, {{ found.lnum + 1, 0 }})
vim.cmd("RaddleSteps")
local steps = vim.fn.getqflist()
vim.cmd("cclose")
vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.fn.readfile("right.txt"))
vim.cmd("write")
wait(function() return shown() == 0 end)
vim.cmd("edit library.c")
wait(function() return shown() > 0 end)
vim.diagnostic.reset()
vim.cmd("RaddleCheck look_up")
wait(function() return shown() > 0 and vim.diagnostic.get(0)[1].severity == 1 end)
vim.fn.writefile({{ vim.json.encode({{
    waits = said, line = found.lnum, severity = found.severity, message = found.message, source = found.source,
    steps = vim.tbl_map(function(step) return {{ line = step.lnum, text = step.text }} end, steps),
    last = vim.diagnostic.get(0)[1],
}}) }}, "result.json")
vim.cmd("qall!")
"""


def check(arguments):
    with temporary_folder() as folder:
        (folder / "lost.c").write_text(LOST, encoding="utf-8")
        (folder / "right.txt").write_text(RIGHT, encoding="utf-8")
        (folder / "library.c").write_text(LIBRARY, encoding="utf-8")
        (folder / "script.lua").write_text(SCRIPT.format(
            plugin=ROOT / "contrib" / "neovim" / "raddle.lua", raddle=pathlib.Path(arguments.raddle).resolve()))
        environment = {**os.environ, "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder),
                       "XDG_STATE_HOME": str(folder), "XDG_CACHE_HOME": str(folder)}
        ended = subprocess.run(["nvim", "--headless", "--clean", "-c", "filetype on", "-c", "luafile script.lua"],
                               cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=200,
                               check=False)
        expect((folder / "result.json").exists(), f"nvim: {ended.returncode} {ended.stderr.decode()}")
        result = json.loads((folder / "result.json").read_text())
        expect(all(result["waits"]), f"waited in vain: {result['waits']}")
        expect(result["line"] == 16 and result["severity"] == 1 and result["source"] == "raddle", f"{result}")
        expect("counter == 2" in result["message"], result["message"])
        texts = [step["text"] for step in result["steps"]]
        expect(any("write counter" in text for text in texts) and result["steps"][-1]["line"] == 17, f"{texts}")
        expect(result["last"]["code"] == "memory", f"{result['last']}")


def cases(arguments):
    yield "neovim", check, arguments


if __name__ == "__main__":
    sys.exit(run(__doc__, cases))
