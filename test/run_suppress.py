#!/usr/bin/env python3
"""Violations that the user does not want reported: by comments, by a file of rules, by a baseline. They are counted and
named in every output, never turn into a TRUE that looks like a proof, and never hide another violation.
"""
import json
import re
import sys
import xml.etree.ElementTree

from harness import expect, list_engines, run, run_program, shorten, temporary_folder

# The first violated line is 6, the second 8; each is reached without the other.
TWO = """#include <assert.h>
int __VERIFIER_nondet_int(void);
int zero;
int main(void) {
    if (__VERIFIER_nondet_int()) {
        assert(zero == 1);%s
    } else {
        assert(zero == 2);%s
    }
    return 0;
}
"""

BEFORE = """#include <assert.h>
int zero;
int main(void) {
    %s
    assert(zero == 1);
    return 0;
}
"""

RACE = """#include <pthread.h>
int hits;
void *count(void *unused) {
    hits++;%s
    return unused;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
"""

# Every run is over at line 4.
BEHIND = """#include <assert.h>
int zero;
int main(void) {
    assert(zero == 1); // raddle: ignore assertion
    assert(zero == 2);
    return 0;
}
"""

# After a round too many for any search, another line is violated.
ENDLESS = """#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    for (unsigned i = 0; __VERIFIER_nondet_int(); i++) {
        assert(i != 1); // raddle: ignore
        if (i == 0 && __VERIFIER_nondet_int())
            i = 2;
        assert(i != 4000000000u);
    }
    return 0;
}
"""

# Whether line 6 is all that is wrong depends on what was not asked about.
UNASKED = """#include <assert.h>
int __VERIFIER_nondet_int(void);
int zero, *nothing;
int main(void) {
    if (__VERIFIER_nondet_int())
        assert(zero == 1); // raddle: ignore
    else
        *nothing = 1;
    return 0;
}
"""

# Two races. Who names only the first of them must not say that there is no other.
TWO_RACES = """#include <pthread.h>
int number, other;
void *change(void *unused) {
    number = 1; // raddle: ignore race
    other = 1;
    return unused;
}
int main(void) {
    pthread_t worker;
    pthread_create(&worker, 0, change, 0);
    int first = number; // raddle: ignore race
    int second = other;
    pthread_join(worker, 0);
    return first + second > 2;
}
"""

TWINS = """#include <assert.h>
int __VERIFIER_nondet_int(void);
int zero;
int main(void) {
    if (__VERIFIER_nondet_int())
        assert(zero == 1);
%s    return 0;
}
"""
TWIN = "    else\n        assert(zero == 1);\n"


class Checked:
    """What raddle said of a program."""

    def __init__(self, raddle, folder, source, options=()):
        if source is not None:
            (folder / "a.c").write_text(source)
        command = [raddle, "--json=out.json", *options, "a.c"]
        (folder / "out.json").unlink(missing_ok=True)
        finished = run_program(command, 120, directory=folder)
        self.status, self.text, self.errors = finished.status, finished.stdout.decode(), finished.stderr.decode()
        self.last = self.text.splitlines()[-1] if self.text else ""
        path = folder / "out.json"
        self.json = json.loads(path.read_text()) if path.exists() else None

    def expect(self, status, last):
        said = f"{self.status} {shorten(self.text[-400:])} {shorten(self.errors)}"
        expect(self.status == status and re.fullmatch(last, self.last), f"expected {status} and {last}, got {said}")
        return self

    def expect_suppressed(self, *wanted):
        """Of each the property, the line, and by whom; in the JSON and in the text."""
        found = [(entry["property"], entry["location"]["line"], entry["by"]) for entry in self.json["suppressed"]]
        expect(sorted(found) == sorted(wanted), f"suppressed are {found}, expected {wanted}")
        for name, line, by in wanted:
            expect(f"\nsuppressed: {name} a.c:{line}, by {by}\n" in "\n" + self.text, f"it is not said: {self.text}")
        return self


def check_source(raddle, source, options, status, last, suppressed):
    with temporary_folder() as folder:
        checked = Checked(raddle, folder, source, options).expect(status, last).expect_suppressed(*suppressed)
        if last.startswith("TRUE") and suppressed:
            expect(checked.json["bounded"], "it is not said that the answer is bounded")
            expect("but for what is suppressed and what follows it" in checked.json["note"], checked.json["note"])
        expect("raddle: note" not in checked.errors, checked.errors)


def check_misspelt(raddle):
    """A comment that suppresses nothing is not passed over in silence."""
    with temporary_folder() as folder:
        checked = Checked(raddle, folder, BEFORE % "// raddle: ignore assertoin").expect(1, r"FALSE\(assertion\) a\.c:5")
        expect("a.c:4: unknown property 'assertoin'; did you mean 'assertion'?" in checked.errors, checked.errors)


def check_rules(raddle, source, rules, status, last, suppressed):
    with temporary_folder() as folder:
        (folder / "rules.txt").write_text(rules)
        checked = Checked(raddle, folder, source, ["--suppressions=rules.txt"])
        checked.expect(status, last).expect_suppressed(*suppressed)


def check_wrong_file(raddle, option, content, message):
    with temporary_folder() as folder:
        if content is not None:
            (folder / "wrong").write_text(content)
        checked = Checked(raddle, folder, BEFORE % "", [f"--{option}=wrong"])
        expect(checked.status == 2 and re.search(message, checked.errors), f"{checked.status} {checked.errors}")
        expect(not checked.text, f"it went on: {checked.text}")


def check_baseline(raddle):
    by = "the baseline base.json"
    with temporary_folder() as folder:
        first = Checked(raddle, folder, TWO % ("", ""), ["--write-baseline=base.json"])
        first.expect(1, r"FALSE\(assertion\) a\.c:[68]")
        findings = json.loads((folder / "base.json").read_text())["findings"]
        expect(sorted(finding["line"] for finding in findings) == [6, 8], f"the baseline has {findings}")
        base = ["--baseline=base.json"]
        Checked(raddle, folder, None, base).expect(0, "TRUE, 2 suppressed") \
            .expect_suppressed(("assertion", 6, by), ("assertion", 8, by))
        moved = "\n\n" + TWO % ("", "")
        Checked(raddle, folder, moved, base).expect(0, "TRUE, 2 suppressed")
        changed = (TWO % ("", "")).replace("zero == 2", "zero == 3")
        Checked(raddle, folder, changed, [*base, "--all"]).expect(1, r"FALSE\(assertion\) a\.c:8") \
            .expect_suppressed(("assertion", 6, by))
        Checked(raddle, folder, changed, [*base, "--write-baseline=base.json"]).expect(1, r"FALSE\(assertion\) a\.c:8")
        Checked(raddle, folder, None, base).expect(0, "TRUE, 2 suppressed")
        Checked(raddle, folder, (TWO % ("", "")).replace("zero ==", "zero !="), base).expect(0, "TRUE")


def check_twins(raddle):
    """A second line with the text of one that is known is new."""
    with temporary_folder() as folder:
        Checked(raddle, folder, TWINS % "", ["--write-baseline=base.json"]).expect(1, r"FALSE\(assertion\) a\.c:6")
        Checked(raddle, folder, TWINS % TWIN, ["--baseline=base.json"]).expect(1, r"FALSE\(assertion\) a\.c:8")


def check_races(raddle, engine):
    """No engine takes one race for all of them; those that name all find the other."""
    with temporary_folder() as folder:
        options = ["--property=race", f"--engine={engine}", "--timeout=20"]
        checked = Checked(raddle, folder, TWO_RACES, options)
        if engine in ("auto", "dpor", "enumerate"):
            checked.expect(1, r"FALSE\(race\) a\.c:(5|12)")
        else:
            expect(checked.status in (1, 3), f"{engine} says {checked.last}")


def check_baseline_of_races(raddle):
    with temporary_folder() as folder:
        source = TWO_RACES.replace(" // raddle: ignore race", "")
        Checked(raddle, folder, source, ["--property=race", "--write-baseline=b"]).expect(1, r"FALSE\(race\).*")
        findings = json.loads((folder / "b").read_text())["findings"]
        texts = {finding["text"] for finding in findings}
        expect(any("number" in text for text in texts) and any("other" in text for text in texts), f"{findings}")
        Checked(raddle, folder, source, ["--property=race", "--baseline=b"]).expect(0, r"TRUE, \d suppressed")


def check_formats(raddle):
    with temporary_folder() as folder:
        outputs = ["--sarif=s", "--junit=j", "--code-quality=q", "--annotations=n", "--html=h", "--witness=w"]
        Checked(raddle, folder, TWO % (" // raddle: ignore -- known", " /* raddle: ignore assertion */"), outputs) \
            .expect(0, "TRUE, 2 suppressed")
        results = json.loads((folder / "s").read_text())["runs"][0]["results"]
        kinds = [result["suppressions"][0]["kind"] for result in results]
        expect(kinds == ["inSource", "inSource"], f"SARIF: {kinds}")
        suite = xml.etree.ElementTree.parse(folder / "j").getroot()[0]
        told = [row.get("value") for row in suite.iter("property") if row.get("name") == "suppressed"]
        expect(len(told) == 2 and suite.get("failures") == "0", f"JUnit: {told}")
        expect(json.loads((folder / "q").read_text()) == [], "code quality: it is reported")
        lines = (folder / "n").read_text().splitlines()
        expect(sum(line.startswith("::notice file=a.c,line=") for line in lines) == 2, f"annotations: {lines}")
        expect("suppressed: assertion a.c:6" in (folder / "h").read_text(), "the page is silent")
        expect(not (folder / "w").exists(), "there is a witness of something that is no proof")


def check_quiet(raddle):
    with temporary_folder() as folder:
        checked = Checked(raddle, folder, TWO % (" // raddle: ignore", " // raddle: ignore"), ["-q"])
        expect(checked.text == "TRUE, 2 suppressed\n", checked.text)


def comment_cases(raddle):
    def one(line):
        return "assertion", line, f"the comment at a.c:{line}"
    false5 = r"FALSE\(assertion\) a\.c:5"
    above = [("assertion", 5, "the comment at a.c:4")]
    both = TWO % (" // raddle: ignore", " // raddle: ignore assertion")
    for name, source, options, status, last, suppressed in (
            ("beside the line", both, [], 0, "TRUE, 2 suppressed", [one(6), one(8)]),
            ("with --all", both, ["--all"], 0, "TRUE, 2 suppressed", [one(6), one(8)]),
            ("of one of two", TWO % (" // raddle: ignore", ""), [], 1, r"FALSE\(assertion\) a\.c:8", None),
            ("above the line", BEFORE % "// raddle: ignore assertion", [], 0, "TRUE, 1 suppressed", above),
            ("between stars", BEFORE % "/* raddle:ignore race,  assertion -- see above */", [], 0, "TRUE, 1 suppressed",
             above),
            ("beside the line above", BEFORE % "zero = 0; // raddle: ignore", [], 1, false5, []),
            ("before code in the line above", BEFORE % "/* raddle: ignore */ zero = 0;", [], 1, false5, []),
            ("about something else", BEFORE % "// raddle: ignore race, leak", [], 1, false5, []),
            ("of another tool", BEFORE % "// NOLINT: ignore", [], 1, false5, []),
            ("about nothing that is there", "int main(void) { return 0; } // raddle: ignore\n", [], 0, "TRUE", []),
            ("about a race", RACE % " // raddle: ignore race", ["--property=race"], 0, "TRUE, [12] suppressed", None),
            ("with something behind it", BEHIND, [], 0, "TRUE, 1 suppressed", [one(4)]),
            ("found by random runs", both, ["--engine=stress", "--runs=50"], 3, r"UNKNOWN\(50 random runs.*\)", None),
            ("in a loop without end", ENDLESS, ["--timeout=20"], 3, r"UNKNOWN\(.*\)", [one(5)]),
            ("beside undefined behaviour", UNASKED, ["--property=assertion"], 3, r"UNKNOWN\(.*\)", [one(6)]),
            ("within a bound", both, ["--unwind=3"], 0, "TRUE, 2 suppressed", [one(6), one(8)])):
        if suppressed is None:
            yield f"comment {name}", check_some, raddle, source, options, status, last
        else:
            yield f"comment {name}", check_source, raddle, source, options, status, last, suppressed
    yield "comment that is misspelt", check_misspelt, raddle


def check_some(raddle, source, options, status, last):
    """Which of several is found first is not asked."""
    with temporary_folder() as folder:
        checked = Checked(raddle, folder, source, options).expect(status, last)
        if status != 1:
            expect(checked.json["suppressed"], "nothing is said of what was suppressed")


def rule_cases(raddle):
    known, both = "TRUE, 2 suppressed", TWO % ("", "")
    by = "rules.txt:%d"
    for name, rules, status, last, suppressed in (
            ("of a file", "# known\n\nassertion a.c # all of them\n", 0, known, [(6, 3), (8, 3)]),
            ("of a pattern", "race,assertion *.c\n", 0, known, [(6, 1), (8, 1)]),
            ("of all properties", "all a.c", 0, known, [(6, 1), (8, 1)]),
            ("of lines", "assertion a.c:6\nassertion a.c:8\n", 0, known, [(6, 1), (8, 2)]),
            ("of a function", "assertion main()\n", 0, known, [(6, 1), (8, 1)]),
            ("of another function", "assertion man()\n", 1, r"FALSE\(assertion\) a\.c:[68]", []),
            ("of another file", "assertion b.c\n", 1, r"FALSE\(assertion\) a\.c:[68]", []),
            ("of another property", "race a.c\n", 1, r"FALSE\(assertion\) a\.c:[68]", []),
            ("in an empty file", "", 1, r"FALSE\(assertion\) a\.c:[68]", [])):
        wanted = [("assertion", line, by % rule) for line, rule in suppressed]
        yield f"rule {name}", check_rules, raddle, both, rules, status, last, wanted


def cases(arguments):
    raddle = arguments.raddle
    yield from comment_cases(raddle)
    yield from rule_cases(raddle)
    yield "rule with a wrong property", check_wrong_file, raddle, "suppressions", "\nrase a.c\n", \
        r"wrong:2: unknown property 'rase'; did you mean 'race'"
    yield "rule without a file", check_wrong_file, raddle, "suppressions", "race\n", r"wrong:1: expected"
    yield "rules that are missing", check_wrong_file, raddle, "suppressions", None, r"wrong: No such file"
    yield "baseline that is missing", check_wrong_file, raddle, "baseline", None, r"wrong: No such file"
    yield "baseline that is no JSON", check_wrong_file, raddle, "baseline", "{\n\n,", r"wrong:3: "
    yield "baseline that is something else", check_wrong_file, raddle, "baseline", "{}", r"wrong: not a baseline"
    yield "baseline with half a finding", check_wrong_file, raddle, "baseline", \
        '{"raddle_baseline": 1, "findings": [{"fingerprint": "x"}]}', r"wrong: finding 1 lacks"
    yield "baseline", check_baseline, raddle
    yield "baseline and a line of the same text", check_twins, raddle
    for engine in list_engines(raddle):
        yield f"two races, one suppressed, with {engine}", check_races, raddle, engine
    yield "baseline of races", check_baseline_of_races, raddle
    yield "formats", check_formats, raddle
    yield "quiet", check_quiet, raddle


if __name__ == "__main__":
    sys.exit(run(__doc__, cases, timeout=None))
