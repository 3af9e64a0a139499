#!/usr/bin/env python3
"""The page of --html in a headless Chromium: each step shows what the JSON of the same run says (event, line,
variables, locks, inputs, arrows), the last one the violation; nothing is requested from anywhere and nothing is
complained about.

What is expected is computed here from the events of --json, without looking at how raddle made the page. With
--screenshots DIR the pictures of doc/html-report.md are written to DIR."""
import json
import pathlib
import re
import sys

from browser import Browser
from harness import PROGRAMS, ROOT, Problem, option, run, run_program, shorten, temporary_folder

PICTURE_LIMIT = 300_000
LEAST_CONTRAST = 4.5  # of text, as accessibility guidelines ask for

HIDDEN = {"allocate", "init", "yield", "branch", "pin", "assume", "check", "publish", "retire", "blocked"}

MANY_THREADS = """
#include <assert.h>
#include <pthread.h>
enum { THREADS = 30 };
int counter, done[THREADS];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument)
{
    int *own = argument;
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    *own = 1;
    return 0;
}
int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, work, &done[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    assert(counter < THREADS);
}
"""

# Start routines that no lane has room for.
THREE_KINDS = """
#include <assert.h>
#include <pthread.h>
int produced_in_this_test, consumed_in_this_test, looked_at_in_this_test;
static void *produce(void *argument) { produced_in_this_test++; return argument; }
static void *consume(void *argument) { consumed_in_this_test++; return argument; }
static void *look(void *argument) { looked_at_in_this_test++; return argument; }
int main(void)
{
    void *(*starts[])(void *) = {produce, produce, produce, consume, consume, consume, look, look};
    pthread_t threads[8];
    for (int i = 0; i < 8; i++)
        pthread_create(&threads[i], 0, starts[i], 0);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], 0);
    assert(looked_at_in_this_test == 3);
}
"""

# More rows than a page has. With 4000 rounds `early` is written among those that are left out; with 3000 it is not,
# because the explanation speaks of it.
LONG = """
#include <assert.h>
#include <pthread.h>
int counter, early;
static void *work(void *argument)
{
    for (int i = 0; i < 3000; i++) {
        counter = i;
        if (i == 1200)
            early = 7;
    }
    return argument;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    for (int i = 0; i < ROUNDS; i++)
        counter += 1;
    assert(early == 8);
}
"""

# Everything in it that is text for the page would do something if it were taken for more.
HOSTILE = """
/* </script><script>document.title = "taken over"</script><img src="http://example.invalid/a.png"> */
#include <assert.h>
#include <pthread.h>
int x; // <img src=x onerror="document.title = 'taken over'"> <!-- <script>
static void *work(void *argument) { x = 1; return argument; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(x == 2 && "</script><script>document.title = 'taken over'</script>");
}
"""

SNAPSHOT = """(() => {
    const text = (root, selector) => { const node = root.querySelector(selector); return node && node.textContent; };
    const cells = part => [...part.querySelectorAll("tbody tr")]
        .map(row => [...row.cells].map(cell => cell.textContent));
    const parts = {};
    for (const part of document.querySelectorAll(".state-part:not(.stack-part)"))
        parts[part.querySelector("caption").textContent] = cells(part);
    const rows = [...document.querySelectorAll(".row")];
    const event = document.querySelector(".event[aria-current=step]");
    const inside = event.getBoundingClientRect();
    const outside = document.querySelector(".timeline-body").getBoundingClientRect();
    const gutter = event.parentElement.querySelector(".gutter").getBoundingClientRect();
    const current = document.querySelector(".line.current");
    return {
        lanes: [...document.querySelectorAll(".lane")].map(lane => lane.textContent),
        rows: rows.length, index: rows.indexOf(event.parentElement), event: event.textContent,
        counter: text(document, "#counter"), now: text(document, "#now"),
        line: current && Number(current.dataset.line), message: text(document, ".line-message"),
        lineShown: current && current.getBoundingClientRect().height > 0,
        violated: [...document.querySelectorAll(".line.violated")].map(line => Number(line.dataset.line)),
        eventShown: inside.top >= outside.top && inside.bottom <= outside.bottom && inside.left >= gutter.right - 1 &&
            inside.left + 40 <= outside.right,
        parts,
    };
})()"""

ARROWS = """[...document.querySelectorAll(".timeline .rows .arrow")].map(arrow => [
    [...arrow.classList].map(name => name.match(/^arrow-(.*)/)).find(match => match)[1],
    Number(arrow.dataset.from), Number(arrow.dataset.to)])"""

# The least contrast of any text that is seen, with the text.
CONTRAST = """(() => {
    const parse = color => color.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
        .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const background = node => {
        for (; node; node = node.parentElement) {
            const color = parse(getComputedStyle(node).backgroundColor);
            if (color.length < 4 || color[3] > 0)
                return color;
        }
        return [255, 255, 255];
    };
    let worst = [100, ""];
    for (const node of document.body.querySelectorAll("*")) {
        const own = [...node.childNodes].some(child => child.nodeType === 3 && child.textContent.trim());
        if (!own || node.closest("script, noscript, :disabled, option") || !node.getClientRects().length)
            continue;
        const [a, b] = [light(parse(getComputedStyle(node).color)), light(background(node))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < worst[0])
            worst = [ratio, node.textContent.slice(0, 40)];
    }
    return worst;
})()"""


def expect(what, actual, expected):
    if actual != expected:
        raise Problem(f"{what}: expected {expected!r}, got {actual!r}")


class Expected:
    """What the steps of a counterexample look like, from its JSON."""

    def __init__(self, trace):
        self.threads = trace["threads"]
        starts = {step["thread"]: step.get("object") for step in trace["steps"] if step["kind"] == "start"}
        self.titles = [f"{name}: {starts[i]}" if starts.get(i) else name for i, name in enumerate(self.threads)]
        self.rows = []
        self.variables = []  # by row, as are the others
        self.locks = []
        self.inputs = []
        variables, locks, inputs, read = {}, {}, [], 0
        for step in trace["steps"]:
            hidden = step["kind"] in HIDDEN and not (step["kind"] == "blocked" and "terms" not in trace)
            if step["kind"] == "input":
                given = trace["inputs"][read]
                read += 1
                hidden = given["origin"] == "uninitialised"
                inputs = inputs + [step["object"]]
            if hidden:
                continue
            if step["kind"] in ("read", "write", "update"):
                variables = {**variables, step["object"]: step["value_text"]}
            locks = {**locks, self.threads[step["thread"]]: step.get("locks", "–")}
            self.rows.append(step)
            self.variables.append(variables)
            self.locks.append(locks)
            self.inputs.append(inputs)

    def counter(self, index):
        """The start of a thread is no step, the violation of a race no event."""
        numbers = [row["kind"] != "start" for row in self.rows]
        if not numbers[index]:
            return "a thread starts"
        return f"step {sum(numbers[:index + 1])} of {sum(numbers)}"

    def text(self, index):
        """The words of the commonest kinds of events."""
        step = self.rows[index]
        if step["kind"] == "read":
            return f"read {step['object']} -> {step['value_text']}"
        if step["kind"] == "write":
            return f"write {step['object']} = {step['value_text']} (was {step['previous_text']})"
        if step["kind"] in ("lock", "unlock"):
            return f"{step['kind']} {step['object']}"
        return None

    def last(self, index, matches):
        return next((i for i in range(index - 1, -1, -1) if matches(self.rows[i])), None)

    def arrows(self):
        for index, step in enumerate(self.rows):
            kind, address, thread = step["kind"], step.get("address"), step["thread"]
            if kind in ("read", "update"):
                yield "value", self.last(index, lambda row: row["kind"] in ("write", "update")
                                         and row["address"] == address), index
            if kind == "lock":
                yield "lock", self.other(index, self.last(
                    index, lambda row: (row["kind"] == "unlock" and row["address"] == address)
                    or (row["kind"] == "wait" and row["value"] == address))), index
            if kind == "start":
                yield "thread", self.last(index, lambda row: row["kind"] == "create" and row["other"] == thread), index
            if kind == "join":
                yield "thread", self.last(index, lambda row: row["kind"] == "exit"
                                          and row["thread"] == step["other"]), index
            if kind == "wake":
                yield "waking", self.last(index, lambda row: row["kind"] == "signal"
                                          and row.get("other") == thread), index

    def other(self, index, source):
        """None for an event of the same thread."""
        same = source is not None and self.rows[source]["thread"] == self.rows[index]["thread"]
        return None if same else source


def check_step(expected, index, seen):
    step = expected.rows[index]
    where = f"step {index + 1}"
    expect(f"{where}: current row", seen["index"], index)
    expect(f"{where}: counter", seen["counter"], expected.counter(index))
    words = expected.text(index)
    if words:
        expect(f"{where}: event", seen["event"], words)
        if expected.titles[step["thread"]] not in seen["now"] or words not in seen["now"]:
            raise Problem(f"{where}: it says {seen['now']!r}")
    if step.get("location"):
        expect(f"{where}: line", seen["line"], step["location"]["line"])
        expect(f"{where}: the line is shown", seen["lineShown"], True)
    expect(f"{where}: the event is in view", seen["eventShown"], True)
    expect(f"{where}: variables", {row[0]: row[1] for row in seen["parts"]["Variables"]}, expected.variables[index])
    expect(f"{where}: locks", {row[0]: row[2] for row in seen["parts"]["Threads"]}, expected.locks[index])
    expect(f"{where}: inputs", [row[0] for row in seen["parts"].get("Inputs", [])], expected.inputs[index])


def check_arrows(page, expected):
    drawn = {tuple(arrow) for arrow in page.evaluate(ARROWS)}
    wanted = {arrow for arrow in expected.arrows() if arrow[1] is not None}
    expect("arrows", sorted(drawn - wanted), [])
    expect("arrows that are missing", sorted(wanted - drawn), [])
    return {kind for kind, _, _ in drawn}


def check_end(page, violation):
    """The last step: the violated line, its message and the sentence about it."""
    page.press("End")
    seen = page.evaluate(SNAPSHOT)
    line = violation["location"]["line"]
    expect("the last step", seen["index"], seen["rows"] - 1)
    expect("the line of the last step", seen["line"], line)
    expect("the violated line", seen["violated"], [line])
    for shown in (seen["message"], seen["now"], page.evaluate("document.getElementById('message').textContent")):
        if not shown or violation["message"] not in shown:
            raise Problem(f"the message {violation['message']!r} is not in {shown!r}")
    sentence = page.evaluate("document.getElementById('why').textContent")
    expect("the explanation", re.sub(r"\(step \d+, ", "(", sentence), violation["explanation"])
    return seen


def check_contrast(page):
    for scheme in ("light", "dark"):
        page.prefer(scheme)
        ratio, text = page.evaluate(CONTRAST)
        if ratio < LEAST_CONTRAST:
            raise Problem(f"{scheme}: {text!r} has a contrast of {ratio:.2f}")


def check_decisive(page, expected, violation):
    """The page opens at the last step that the explanation speaks of; its links lead to the others."""
    links = page.evaluate("[...document.querySelectorAll('#why .step-link')].map(link => link.textContent)")
    told = page.evaluate("[...document.querySelectorAll('.row.told .row-number')].map(n => Number(n.textContent))")
    opened = page.evaluate(SNAPSHOT)["counter"].split(" of ")[0]
    steps = [int(link.removeprefix("step ")) for link in links]
    if not set(steps) <= set(told):
        raise Problem(f"of {steps} only {told} are marked")
    last = max(told) if told else sum(row["kind"] != "start" for row in expected.rows)
    expect("the step that is opened", opened, f"step {last}")
    for number, step in enumerate(steps):
        page.evaluate(f"document.querySelectorAll('#why .step-link')[{number}].click()")
        expect("where a link leads", page.evaluate(SNAPSHOT)["counter"].split(" of ")[0], f"step {step}")
    if not steps and violation["property"] not in ("deadlock", "memory"):
        raise Problem(f"no link in {violation['explanation']!r}")


class Case:
    def __init__(self, name, check, arguments, status=1, source=None):
        self.name = name
        self.check = check          # called with the open page and the result of --json
        self.arguments = arguments  # of raddle
        self.status = status
        self.source = source        # text of program.c, which the arguments name


def counterexample(kinds, line_text, source, walk=True):
    """A check of a FALSE: `kinds` of arrows it has, and what stands in the violated line."""
    def check(page, result, directory):
        expected = Expected(result["counterexample"])
        violation = result["violations"][0]
        lines = (directory / source).read_text(encoding="utf-8").splitlines()
        if line_text not in lines[violation["location"]["line"] - 1]:
            raise Problem(f"line {violation['location']['line']} is violated, which is not {line_text!r}")
        lanes = page.evaluate("[...document.querySelectorAll('.lane')].map(lane => lane.title)")
        expect("lanes", lanes, expected.titles)
        check_decisive(page, expected, violation)
        page.press("Home")
        expect("kinds of arrows", check_arrows(page, expected), set(kinds))
        for index in range(len(expected.rows) if walk else 1):
            if index:
                page.press("j" if index % 2 else "ArrowDown")
            check_step(expected, index, page.evaluate(SNAPSHOT))
        check_end(page, violation)
        check_contrast(page)
        page.press("k")
        expect("the step before the last", page.evaluate(SNAPSHOT)["message"], None)
    return check


def check_controls(page, result, _):
    """Buttons, clicks on events, the theme, and the boxes of the arrows."""
    index = "[...document.querySelectorAll('.row')].findIndex(row => row.classList.contains('current'))"
    count = page.evaluate("document.querySelectorAll('.row').length")
    page.press("Home")
    for number, expected in ((3, 1), (3, 2), (2, 1), (4, count - 1), (1, 0)):
        page.click(f".buttons button:nth-child({number})")
        expect(f"the row after button {number}", page.evaluate(index), expected)
    page.click(".row:nth-of-type(5) .event")
    expect("the row after a click", page.evaluate(index), 4)
    page.press("Home")
    expect("the row after Home", page.evaluate(index), 0)
    page.press("k")
    expect("the row before the first", page.evaluate(index), 0)
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.click("#theme")
    dark = page.evaluate(background)
    page.prefer("dark")
    expect("dark by button and by preference", page.evaluate(background), dark)
    page.click("#theme")
    expect("light by button", page.evaluate(background), light)
    seen = "getComputedStyle(document.querySelector('.rows .arrow-thread')).display"
    expect("arrows", page.evaluate(seen), "inline")
    page.evaluate("[...document.querySelectorAll('.legend label')].find(n => n.textContent === 'thread').click()")
    expect("arrows that are switched off", page.evaluate(seen), "none")
    expect("live region", page.evaluate("document.getElementById('now').getAttribute('aria-live')"), "polite")
    expect("lines in the page", page.evaluate("document.querySelectorAll('.line').length"),
           len((ROOT / "examples/bank.c").read_text(encoding="utf-8").splitlines()))
    expect("the heading", page.evaluate("document.title"), f"FALSE(assertion) examples/bank.c:"
           f"{result['location']['line']} – raddle")


WINDOW = """(() => {
    const box = selector => document.querySelector(selector).getBoundingClientRect();
    const body = document.querySelector(".timeline-body");
    const cut = [...document.querySelectorAll(".event:not(.gap)")].filter(node =>
        node.parentElement.getClientRects().length && node.scrollWidth > node.clientWidth + 1).length;
    document.querySelector(".timeline").scrollIntoView();
    return {cut, beyond: document.documentElement.scrollWidth - innerWidth,
        lastLane: [...document.querySelectorAll(".lane")].pop().getBoundingClientRect().left,
        timelineRight: body.getBoundingClientRect().right,
        together: box(".timeline").top >= -1 && box(".source-body").bottom <= innerHeight + 1,
        shown: [...document.querySelectorAll(".row")].filter(row => row.getClientRects().length).length};
})()"""


def check_eight(page, result, _):
    """All lanes are in view, no text is cut; filters and the search; the page of a phone."""
    expected = Expected(result["counterexample"])
    seen = page.evaluate(WINDOW)
    expect("texts that are cut", seen["cut"], 0)
    if seen["lastLane"] + 20 > seen["timelineRight"]:
        raise Problem(f"the last lane begins at {seen['lastLane']}, the timeline ends at {seen['timelineRight']}")
    choose = "(() => {{ const select = document.getElementById('{}'); select.selectedIndex = {}; " \
             "select.dispatchEvent(new Event('change')); }})()"
    gaps = page.evaluate("document.querySelectorAll('.event.gap').length")
    page.evaluate(choose.format("filter-thread", 3))
    rows = "[...document.querySelectorAll('.row')].filter(row => row.getClientRects().length)" \
           ".map(row => row.querySelector('.event').title.split(':')[0])"
    expect("rows of one thread", set(page.evaluate(rows)) - {""}, {"thread 2"})
    expect("the current row", page.evaluate("!!document.querySelector('.row.current').getClientRects().length"), True)
    before = page.evaluate(SNAPSHOT)["index"]
    page.press("k")
    page.press("k")
    moved = page.evaluate(SNAPSHOT)
    expect("the thread after two steps back", "thread 2: work" in moved["now"] and moved["index"] < before, True)
    page.evaluate(choose.format("filter-thread", 0))
    names = page.evaluate("[...document.getElementById('filter-variable').options].map(option => option.textContent)")
    page.evaluate(choose.format("filter-variable", names.index("pool->done")))
    texts = page.evaluate(rows.replace("title.split(':')[0]", "textContent"))
    expect("rows of one variable", [text for text in texts if "pool->done" not in text and "left out" not in text], [])
    if len(texts) < 100:
        raise Problem(f"{len(texts)} rows of pool->done")
    page.evaluate(choose.format("filter-variable", 0))
    expect("all rows again", page.evaluate(WINDOW)["shown"], page.evaluate(SNAPSHOT)["rows"])
    page.evaluate("(() => { const node = document.getElementById('search'); node.value = 'pool->closed = 1'; "
                  "node.dispatchEvent(new Event('input')); node.focus(); })()")
    expect("how many are found", page.evaluate("document.getElementById('found').textContent"), "1")
    page.press("Enter")
    if "write pool->closed = 1 (was 0)" not in page.evaluate(SNAPSHOT)["now"]:
        raise Problem(f"the search leads to {page.evaluate(SNAPSHOT)['now']!r}")
    if gaps == 0 and len(expected.rows) > 4000:
        raise Problem("nothing is left out")
    page.resize(390, 844)
    seen = page.evaluate(WINDOW)
    expect("the page of a phone is too wide by", seen["beyond"], 0)
    expect("the timeline and the source are in view together", seen["together"], True)


def check_kinds(page, *_):
    """Threads beside each other that began with the same function have its name above them, whole, unless each lane has
    room for it."""
    kinds = """[...document.querySelectorAll(".kind")].filter(kind => kind.getClientRects().length).map(kind => {
        const box = kind.getBoundingClientRect();
        const under = [...document.querySelectorAll(".lane")].filter(lane => {
            const {left} = lane.getBoundingClientRect();
            return left >= box.left - 1 && left < box.right - 1;
        });
        return [kind.textContent, under.map(lane => lane.textContent).join(), kind.scrollWidth <= kind.clientWidth];
    })"""
    wanted = [["produce", "1,2,3", True], ["consume", "4,5,6", True], ["look", "7,8", True]]
    expect("kinds of threads", page.evaluate(kinds), wanted)
    page.resize(400, 800)
    expect("kinds of threads on a phone", page.evaluate(kinds), wanted)
    page.resize(5000, 860)
    expect("kinds of threads where there is room", page.evaluate(kinds), [])


def check_stacks(page, result, _):
    """The stacks of the violation and of the step, their links to steps and to the source."""
    violation = result["violations"][0]
    threads = result["counterexample"]["threads"]
    page.evaluate("document.querySelector('#stacks summary').click()")
    shown = page.evaluate("""[...document.querySelectorAll("#stacks .stack")].map(stack => ({
        heading: stack.querySelector("h3").textContent,
        frames: [...stack.querySelectorAll("li")].map(frame => frame.textContent),
        created: stack.querySelector(".created") && stack.querySelector(".created").textContent}))""")
    expect("stacks", len(shown), len(violation["stacks"]))
    for seen, stack in zip(shown, violation["stacks"]):
        name = threads[stack["thread"]] + (f": {stack['start']}" if stack["start"] else "")
        expect("a heading", seen["heading"].startswith(f"{name}, {stack['what']} (step "), True)
        expect("frames", seen["frames"], [f"{frame['function']} {pathlib.Path(frame['location']['file']).name}:"
                                          f"{frame['location']['line']}" for frame in stack["frames"]])
        created = f"created by {threads[stack['created']['thread']]} at " if stack["created"] else ""
        expect("the creation", (seen["created"] or "").startswith(created), True)
    page.evaluate("document.querySelector('#stacks .stack:last-child h3 .step-link').click()")
    last = violation["stacks"][-1]
    seen = page.evaluate(SNAPSHOT)
    expect("the line that a stack leads to", seen["line"], last["frames"][0]["location"]["line"])
    frames = page.evaluate("[...document.querySelectorAll('.stack-part li code')].map(node => node.textContent)")
    expect("the stack of the step", frames, [frame["function"] for frame in last["frames"]])
    page.evaluate("[...document.querySelectorAll('#stacks .stack:last-child .source-link')].pop().click()")
    visited = page.evaluate("Number(document.querySelector('.line.visited').dataset.line)")
    expect("the line of the creation", visited, (last["created"] or {"location": last["frames"][-1]["location"]})
           ["location"]["line"])
    check_contrast(page)


def check_aside(page, result, _):
    """Steps that play no part, and the button and the key that make them like the others."""
    rows = Expected(result["counterexample"]).rows
    aside = [index for index, step in enumerate(rows) if step.get("relevant") is False]
    if not aside or len(aside) == len(rows):
        raise Problem(f"{len(aside)} of {len(rows)} steps play no part")
    shown = "[...document.querySelectorAll('.row')].flatMap((row, i) => row.classList.contains('aside') ? [i] : [])"
    expect("steps that play no part", page.evaluate(shown), aside)
    page.press("Home" if aside[0] else "End")
    style = f"getComputedStyle(document.querySelectorAll('.row')[{aside[0]}].querySelector('.event')).fontStyle"
    expect("how they look", page.evaluate(style), "italic")
    page.press("a")
    expect("how they look after a", page.evaluate(style), "normal")
    expect("the button", page.evaluate("document.getElementById('all').ariaPressed"), "true")
    page.click("#all")
    expect("how they look after the button", page.evaluate(style), "italic")
    check_contrast(page)


def check_calls(page, result, _):
    """What the library does inside of a call is one row until all are asked for, or one of them is gone to."""
    rows = "[...document.querySelectorAll('.row')].filter(row => row.getClientRects().length)" \
           ".map(row => [...row.querySelectorAll('.words')].filter(words => words.getClientRects().length)" \
           ".map(words => words.textContent).join('|'))"
    shown, count = page.evaluate(rows), len(Expected(result["counterexample"]).rows)
    calls = [row for row in shown if re.fullmatch(r"(open|write|close|clock_gettime)\b.*\(\d+ steps\)", row)]
    hidden = sum(int(re.search(r"(\d+) steps", row).group(1)) - 1 for row in calls)
    expect("rows that stand for calls", len(calls) >= 6, True)
    expect("rows that are shown", len(shown), count - hidden)
    page.press("Home")
    for _ in range(len(shown) - 1):
        page.press("j")
    expect("the end, in that many steps", page.evaluate(SNAPSHOT)["index"], count - 1)
    expect("variables", [row[0] for row in page.evaluate(SNAPSHOT)["parts"]["Variables"]], ["written"])
    page.press("a")
    every = page.evaluate(rows)
    expect("all rows", (len(every), [row for row in every if row in calls]), (count, []))
    page.click("#all")
    expect("the rows as they were", page.evaluate(rows), shown)
    page.press("End")
    check_contrast(page)


def check_several(page, result, _):
    violations = result["violations"]
    tabs = page.evaluate("[...document.querySelectorAll('nav button')].map(tab => tab.textContent)")
    expect("tabs", [re.sub(r" .*:", " ", tab) for tab in tabs],
           [f"{v['property']} {v['location']['line']}" for v in violations])
    if len(tabs) < 2:
        raise Problem("the program has one violation only")
    for number, violation in enumerate(violations, 1):
        page.click(f"nav button:nth-child({number})")
        expect("tab that is open", page.evaluate("[...document.querySelectorAll('nav button')]"
                                                 ".findIndex(tab => tab.ariaPressed === 'true')"), number - 1)
        check_end(page, violation)


def check_race(page, result, _):
    """A race is found beside the machine: the last row has no event."""
    expected = Expected(result["counterexample"])
    seen = check_end(page, result["violations"][0])
    expect("rows", seen["rows"], len(expected.rows) + 1)
    expect("the last row", seen["event"], "data race")


def check_long(page, result, _):
    expected = Expected(result["counterexample"])
    seen = check_end(page, result["violations"][0])
    if seen["rows"] >= len(expected.rows):
        raise Problem(f"all {seen['rows']} rows are shown")
    expect("variables", {row[0]: row[1] for row in seen["parts"]["Variables"]}, expected.variables[-1])
    page.evaluate("document.querySelector('.event.gap').click()")
    seen = page.evaluate(SNAPSHOT)
    left_out = int(re.match(r"(\d+) events are left out", seen["now"]).group(1))
    expect("all events", seen["rows"] - 1 + left_out, len(expected.rows))
    expect("the state behind those left out", {row[0]: row[1] for row in seen["parts"]["Variables"]},
           expected.variables[seen["index"] + left_out - 1])
    arrows = page.evaluate(ARROWS)
    wrong = [arrow for arrow in arrows if not arrow[1] < arrow[2] < seen["rows"] or seen["index"] in arrow[1:]]
    expect("arrows from or to what is left out", wrong, [])


def check_told(page, result, _):
    """What the explanation speaks of is not left out."""
    seen = check_end(page, result["violations"][0])
    if seen["rows"] >= len(Expected(result["counterexample"]).rows):
        raise Problem(f"all {seen['rows']} rows are shown")
    page.evaluate("document.querySelector('#why .step-link').click()")
    expect("the event", page.evaluate(SNAPSHOT)["event"], "write early = 7 (was 0)")


def check_hostile(page, result, directory):
    check_end(page, result["violations"][0])
    expect("the title", page.evaluate("document.title"), f"FALSE(assertion) {directory / 'program.c'}:12 – raddle")
    expect("foreign elements", page.evaluate("document.querySelectorAll('img').length"), 0)
    expect("scripts", page.evaluate("document.scripts.length"), 2)
    line = page.evaluate("document.querySelector('.line[data-line=\"2\"] code').textContent")
    expect("the line as it is", line, HOSTILE.splitlines()[1])


def check_no_run(headline, explanation):
    def check(page, result, _):
        expect("timelines", page.evaluate("document.querySelectorAll('.timeline').length"), 0)
        for selector, text in (("h1", headline), ("#explanation", explanation)):
            shown = page.evaluate(f"document.querySelector({selector!r}).textContent")
            if text not in shown:
                raise Problem(f"{text!r} is not in {shown!r}")
        numbers = page.evaluate("[...document.querySelectorAll('.statistics td.number')].map(n => n.textContent)")
        for name in ("runs", "events"):
            if str(result["stats"][name]) not in numbers:
                raise Problem(f"the number of {name} is not among the statistics")
        check_contrast(page)
    return check


def check_run(page, _, __):
    """A run that ends well, of `raddle run`, and its replay."""
    heading = page.evaluate("document.querySelector('h1').textContent")
    if not re.fullmatch(r"the run ends (as recorded, )?with exit status 0", heading):
        raise Problem(f"the heading is {heading!r}")
    page.press("End")
    seen = page.evaluate(SNAPSHOT)
    expect("the last row", seen["event"], "exit of the process, status 0")
    expect("violated lines", seen["violated"], [])
    expect("savings", dict(row[:2] for row in seen["parts"]["Variables"])["savings"], "80")


def program(name):
    return PROGRAMS / name


def page_cases():
    def failing(name, path, line_text, kinds, *options):
        return Case(name, counterexample(kinds, line_text, path), [*options, path])

    yield failing("assertion", program("assertion/lost_update.c"), "assert(counter == 2);", ["thread", "value"])
    yield failing("deadlock", program("deadlock/opposite_order.c"), "pthread_mutex_lock", ["thread"])
    yield failing("memory", program("memory/null_race.c"), "current->requests = 1;", ["thread", "value"])
    yield failing("inputs", program("mpc/fig2.c"), "reach_error();", ["thread", "value", "lock"])
    yield failing("condition variable", program("cond/signal_for_two.c"), "pthread_cond_wait",
                  ["thread", "value", "lock", "waking"])
    yield Case("thirty threads", counterexample(["thread", "value", "lock"], "assert", "program.c"),
               ["--engine=stress", "program.c"], source=MANY_THREADS)
    yield Case("controls", check_controls, ["examples/bank.c"])
    yield Case("eight threads", check_eight, ["--engine=stress", ROOT / "test/report/pool.c"])
    yield Case("kinds of threads", check_kinds, ["--engine=stress", "program.c"], source=THREE_KINDS)
    yield Case("stacks of a race", check_stacks, ["--property=race", ROOT / "test/report/race.c"])
    yield Case("stacks of a deadlock", check_stacks, [ROOT / "test/report/deadlock.c"])
    yield Case("steps aside", check_aside, [program("cond/signal_for_two.c")])
    yield Case("calls of the library", check_calls, ["test/report/library.c"])
    yield Case("several violations", check_several, ["--all", program("mpc/stopped_at_locks.c")])
    yield Case("race", check_race, ["--property=race", program("race/counter.c")])
    yield Case("long run", check_long, ["--engine=stress", "-DROUNDS=4000", "program.c"], source=LONG)
    yield Case("told in a long run", check_told, ["--engine=stress", "-DROUNDS=3000", "program.c"], source=LONG)
    yield Case("hostile source", check_hostile, ["program.c"], source=HOSTILE)
    yield Case("proof", check_no_run("TRUE", "No execution violates what is checked. This holds for all"),
               ["examples/bank_fixed.c"], status=0)
    yield Case("bounded proof", check_no_run("TRUE", "This answer is bounded: it holds"),
               ["--engine=enumerate", "--context-bound=1", "examples/bank_fixed.c"], status=0)
    yield Case("unknown", check_no_run("random runs found nothing", "no proof"),
               ["--engine=stress", "--runs=50", "examples/bank_fixed.c"], status=3)
    yield Case("run", check_run, ["run", "examples/bank_fixed.c"], status=0)
    yield Case("replay", check_run, ["replay", "recorded.json"], status=0)


def make_page(raddle, case, directory):
    """Runs raddle; returns the page's address, the JSON, and where the program's path starts."""
    arguments, source = list(case.arguments), ROOT
    if case.source:
        source = directory
        (directory / "program.c").write_text(case.source, encoding="utf-8")
        arguments[-1] = directory / "program.c"
    page, result = directory / "page.html", directory / "result.json"
    if arguments[0] == "replay":
        arguments[-1] = directory / "recorded.json"
        run_program([raddle, "run", "--record", arguments[-1], "examples/bank_fixed.c"], directory=ROOT)
    finished = run_program([raddle, *arguments, "--html", page, "--json", result], timeout=120, directory=ROOT)
    if finished.status != case.status:
        raise Problem(f"{finished.describe()}: {shorten(finished.stderr)}")
    text = result.read_text(encoding="utf-8") if result.exists() else "{}"
    return page.as_uri(), json.loads(text), source


def check_case(raddle, browser, case):
    with temporary_folder() as directory:
        address, result, source = make_page(raddle, case, directory)
        page = browser.open(address)
        case.check(page, result, source)
        expect("requests", page.requests, [address])
        expect("complaints", page.complaints, [])
        page.close()


def make_pictures(raddle, browser, folder):
    """A read of what another thread wrote in the light, the violated assertion in the dark."""
    folder.mkdir(parents=True, exist_ok=True)
    with temporary_folder() as directory:
        address, _, _ = make_page(raddle, Case("", None, ["examples/bank.c"]), directory)
        for scheme in ("light", "dark"):
            page = browser.open(address, 1280, 800, scheme)
            if scheme == "light":
                arrow = page.evaluate("document.querySelector('.rows .arrow-value:not(.local)').dataset.to")
                page.press("Home")
                for _ in range(int(arrow)):
                    page.press("j")
            else:
                page.press("End")
            path = folder / f"report-{scheme}.png"
            page.screenshot(path)
            page.close()
            size = path.stat().st_size
            if not 10_000 < size < PICTURE_LIMIT:
                raise Problem(f"{path} has {size} bytes")


def cases(arguments):
    browser = arguments.enter(Browser())
    if arguments.screenshots:
        yield "screenshots", make_pictures, arguments.raddle, browser, arguments.screenshots
        return
    for case in page_cases():
        yield case.name, check_case, arguments.raddle, browser, case


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, option("--screenshots", type=pathlib.Path, metavar="DIR",
                                        help="write the pictures of the manual to DIR and end"),
                 jobs=None, timeout=None))
