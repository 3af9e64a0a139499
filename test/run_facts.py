#!/usr/bin/env python3
"""`raddle facts`: who uses which variable under which locks, and what may stand in it, as text and as JSON; and what it says
where abstract interpretation gives up."""
import json
import sys

from harness import expect, last_line, run, run_program, temporary_folder

HEAD = """#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level, seen;
"""
TAIL = """int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, work, 0);
}
"""
# name: (program, exit status, what is printed, the rows of the JSON: variable, changed, several threads, locks, values)
PROGRAMS = {
    "under a lock": (HEAD + """static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    if (level < 7)
        level++;
    pthread_mutex_unlock(&lock);
    return unused;
}
""" + TAIL, 0, ["level: changed by work (several threads), always under lock", "level = 0 to 7"],
                     {"level": (True, True, ["lock"], ["0 to 7"])}),
    "together": (HEAD + """static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    level += 2;
    seen++;
    pthread_mutex_unlock(&lock);
    return unused;
}
""" + TAIL, 0, ["level = 2 * seen"], {"level": (True, True, ["lock"], ["anything"])}),
    "without a lock": (HEAD + """static void *work(void *unused)
{
    level = 2;
    seen = level;
    return unused;
}
""" + TAIL, 0, ["level: changed by work (several threads)\n", "level = 0, 2"],
                       {"level": (True, True, [], ["0, 2"])}),
    "given up": ("""static int depth(int n)
{
    return n ? depth(n - 1) : 0;
}
int main(int count, char **words)
{
    (void)words;
    return depth(count);
}
""", 3, ["UNKNOWN(depth, which is recursive"], None),
}


def check(name, arguments):
    text, status, printed, rows = PROGRAMS[name]
    with temporary_folder() as folder:
        (folder / "p.c").write_text(text, encoding="utf-8")
        finished = run_program([arguments.raddle, "facts", "p.c"], directory=folder)
        expect(finished.status == status, f"{finished.describe()}: {last_line(finished)}")
        for line in printed:
            expect(line in finished.stdout.decode(), f"'{line}' is not printed:\n{finished.stdout.decode()}")
        run_program([arguments.raddle, "facts", "--json=facts.json", "p.c"], directory=folder)
        result = json.loads((folder / "facts.json").read_text(encoding="utf-8"))
        if rows is None:
            expect(result["verdict"] == "UNKNOWN", f"{result}")
            return
        found = {row["variable"]: (row["changed"], any(user["several"] for user in row["users"]), row["locks"],
                                   [value["value"] for value in row["values"]]) for row in result}
        for variable, row in rows.items():
            expect(found.get(variable) == row, f"{variable}: {found.get(variable)} instead of {row}")


def cases(arguments):
    for name in PROGRAMS:
        yield name, check, name, arguments


if __name__ == "__main__":
    sys.exit(run(__doc__, cases))
