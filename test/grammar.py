"""What programs with branches and inputs are made of, and how they are tried before they are given out. The whole of a
program, its threads and main, is up to generate_paths.py and generate_dynamic.py.

Threads branch on shared memory and on inputs: if, switch, short loops, conditional expressions, && and ||. An input has
a unique name and a small domain, which the program assumes, so that all vectors of inputs can be enumerated
(`input_domains` reads the domains off the text). There are mutexes, trylocks, read-write locks, semaphores, atomic
operations and sections, arrays indexed by small values and pointers to one of two variables.

What is asserted comes from a simulation: the program is run in Python under random schedules and inputs, and the
asserted condition is chosen from the values seen, so that many assertions fail for rare combinations only or never. The
number of interleavings, over all inputs, is estimated from the same runs; a program with too many is replaced. Nothing
depends on the simulation being right except how interesting the programs are: the engines are compared with each other.
"""
import argparse
import collections
import itertools
import random
import re
import sys

from simulate import (BranchingRun, Ending, Local, Place, Return, Expression, Statement, Thread, binary, block,
                      choice, constant, execute_all, indented, local_value, negation, short_circuit)

SAMPLES = 150
VECTORS = 27            # of inputs, at most
LEAST = 0.001           # of the interleavings allowed, at least
FORMS = (  # of inputs: type, function, how the domain is assumed, and its values
    ("int", "int", "{0} >= 0 && {0} <= 2", (0, 1, 2)), ("int", "int", "{0} >= 0 && {0} <= 1", (0, 1)),
    ("int", "int", "{0} >= -1 && {0} <= 1", (-1, 0, 1)), ("int", "int", "{0} == 1 || {0} == 4", (1, 4)),
    ("unsigned char", "uchar", "{0} <= 2", (0, 1, 2)), ("_Bool", "bool", None, (0, 1)))


def input_domains(text):
    """By name, the values that the inputs of a program can have; None if one of them is not limited."""
    domains = {}
    for kind, name in re.findall(r"\b(\w+) (\w+) = __VERIFIER_nondet_\w+\(\);", text):
        assumed = re.search(r"__VERIFIER_assume\((" + name + r" [^;]*)\);", text)
        if kind == "_Bool":
            domains[name] = [0, 1]
        elif assumed is None or not re.fullmatch(r"[\w <>=&|-]+", assumed[1]):
            return None
        else:
            condition = assumed[1].replace("&&", "and").replace("||", "or")
            least = 0 if kind == "char" else -8
            domains[name] = [value for value in range(least, 9) if eval(condition, {}, {name: value})]
    return domains


class Assertion:
    """A condition on one or two values, chosen once values have been seen."""

    def __init__(self, operands, as_error):
        self.operands = operands
        self.as_error = as_error
        self.text = ""

    def execute(self, run, local):
        values = []
        for operand in self.operands:
            values.append((yield from operand.evaluate(run, local)))
        run.noted.append((self, tuple(values)))

    def decide(self, chance, counts, correct):
        """`counts`: how often which values were seen. Sets the text of what must not be."""
        names = [operand.text for operand in self.operands]
        total = sum(counts.values())
        if not names or not counts:
            # Where runs rarely come, or never.
            if chance.random() < 0.6 and (total == 0 or not correct and total * 5 <= SAMPLES):
                self.text = "1"
            return
        rare = [values for values, count in counts.items() if count * 3 <= total]
        if rare and not correct and chance.random() < 0.9:
            values = min(rare, key=lambda values: (counts[values], values)) if chance.random() < 0.6 else \
                chance.choice(sorted(rare))
        else:
            seen = [sorted({values[place] for values in counts}) for place in range(len(names))]
            unseen = [values for values in itertools.product(*(range(s[0] - 1, s[-1] + 2) for s in seen))
                      if values not in counts]
            values = chance.choice(unseen)
        parts = [f"{name} == {value}" for name, value in zip(names, values)]
        if len(names) == 1 and values[0] > max(seen for seen, in counts) - bool(rare) and chance.random() < 0.5:
            parts = [f"{names[0]} > {values[0] - 1}"]
        self.text = " && ".join(parts)

    def render(self):
        if not self.text:
            return []
        if self.as_error:
            return [f"if ({self.text}) {{", "    reach_error();", "}"]
        if self.text == "1":
            return ["assert(0);"]
        return [f"assert(!({self.text}));"]


class Program:
    def __init__(self):
        self.declarations = []
        self.initial = {}
        self.inputs = {}
        self.threads = []
        self.main = Thread(0)
        self.assertions = []
        self.semaphores = {}
        self.arguments = {}     # by thread: what main passes, or None
        self.meeting = 0        # how many threads meet at the barrier
        self.cell = False       # whether main passes the address of a local variable instead
        self.helper = None
        self.functions = {}     # by thread: the number of the function it runs


class Scope:
    """What a statement can use: local values, what is held, whether plain shared memory may be accessed here; and
    whether it may be executed more than once: then it reads no input, for each input is read once at most.
    """

    def __init__(self, thread, values=(), held=(), free=True, repeated=False):
        self.thread = thread
        self.values = list(values)  # pairs of an expression and the values it may have, or None
        self.held = tuple(held)
        self.free = free
        self.repeated = repeated

    def inner(self, held=None):
        return Scope(self.thread, self.values, self.held + ((held,) if held else ()), self.free, self.repeated)


class Writer:
    """Makes one program out of chances; a kind of programs adds `write` and `print_program`. `room` counts the visible
    operations a thread may still have, roughly.
    """

    def __init__(self, chance, budget):
        self.chance = chance
        self.budget = budget
        self.program = Program()
        self.places = []
        self.names = itertools.count()
        self.guarded = chance.random() < 0.3        # plain memory is accessed under one lock only
        self.all_atomic = not self.guarded and chance.random() < 0.25
        self.room = 0

    def often(self, probability):
        return self.chance.random() < probability

    def new_name(self):
        return f"v{next(self.names)}"

    # Memory and inputs

    def declare(self, place, declaration, values):
        self.program.declarations.append(declaration)
        self.program.initial.update(values)
        if place is not None:
            self.places.append(place)

    def declare_memory(self):
        chance = self.chance
        for name in "xyz"[:chance.randint(2, 3)]:
            value = chance.choice((0, 0, 0, 1, 2))
            kind = chance.choices(("int", "unsigned char"), (6, 1))[0]
            if self.all_atomic or self.often(0.25):
                self.declare(Place.variable(name, atomic=True), f"atomic_int {name} = {value};", {name: value})
            else:
                self.declare(Place.variable(name, kind), f"{kind} {name} = {value};", {name: value})
        self.table = self.often(0.3) and not self.all_atomic
        if self.table:
            values = [chance.randint(0, 2) for _ in range(3)]
            self.declare(None, f"int table[3] = {{{', '.join(map(str, values))}}};",
                         {("table", index): value for index, value in enumerate(values)})
        self.plain = [place for place in self.places if not place.atomic and place.kind == "int"]
        self.pointer = len(self.plain) > 1 and self.often(0.25)
        if self.pointer:
            first, second = chance.sample(self.plain, 2)
            self.targets = (first.text, second.text)
            self.declare(None, f"int *pointer = &{first.text};", {"pointer": first.text})
        self.declare_further()
        self.mutexes = ["lock_a", "lock_b"][:chance.choice((1, 1, 2))]
        if self.often(0.3):
            self.program.semaphores["sem"] = chance.choice((0, 1, 1))

    def declare_further(self):
        """What a kind of programs has beside that."""

    def add_input(self, scope):
        """Two statements: the input and its domain."""
        number = len(self.program.inputs)
        vectors = 1
        for values in self.program.inputs.values():
            vectors *= len(values)
        fitting = [form for form in FORMS if vectors * len(form[3]) <= VECTORS]
        if not fitting or scope.repeated:
            return None
        kind, function, assumed, values = self.chance.choice(fitting)
        name = f"in{number}"
        self.program.inputs[name] = values

        def execute(run, local):
            local.values[name] = run.inputs[name]
            return
            yield
        scope.values.append((local_value(name), values))
        lines = [f"{kind} {name} = __VERIFIER_nondet_{function}();"]
        if assumed:
            lines.append(f"__VERIFIER_assume({assumed.format(name)});")
        return Statement(lines, execute)

    def add_helper(self):
        """A function that threads and main call."""
        helper = Thread(0)
        scope = Scope(helper, [(local_value("n"), None)], free=not self.guarded, repeated=True)
        self.room = 2
        helper.statements = self.fill(scope, 2)
        self.room = 0
        result = self.value(scope)

        def execute(run, local):
            local.values["result"] = yield from result.evaluate(run, local)
        helper.statements.append(Statement([f"return {result.bare};"], execute))
        self.program.helper = helper

    def add_call(self, scope):
        name, argument, helper = self.new_name(), self.operand(scope, 0), self.program.helper

        def execute(run, local):
            called = Local(local.number, 0)
            called.values.update(n=(yield from argument.evaluate(run, local)), result=0)
            yield from helper.execute(run, called)
            local.values[name] = called.values["result"]
        self.room -= 2
        self.keep(scope, name)
        return Statement([f"int {name} = helper({argument.bare});"], execute)

    # Expressions

    def may_use(self, place, scope):
        return place.atomic or scope.free

    def place(self, scope, atomic=None):
        """Some shared memory that may be accessed here, or None."""
        chance = self.chance
        if scope.free and atomic is None:
            if self.table and self.often(0.3):
                return self.element(scope)
            if self.pointer and self.often(0.25):
                return self.pointed()
        fitting = [place for place in self.places
                   if self.may_use(place, scope) and (atomic is None or place.atomic == atomic)]
        return chance.choice(fitting) if fitting else None

    def element(self, scope):
        small = [value for value, values in scope.values if values and min(values) >= 0 and max(values) <= 2]
        if small and self.often(0.7):
            index = self.chance.choice(small)
        elif scope.values and self.often(0.7):
            index = self.chance.choice(scope.values)[0]
            if self.often(0.9):
                index = binary("&", index, constant(1))
        else:
            index = constant(self.chance.randint(0, 2))

        def locate(run, local):
            return ("table", (yield from index.evaluate(run, local)))
        return Place(f"table[{index.bare}]", locate)

    def pointed(self):
        def locate(run, local):
            yield
            return run.memory["pointer"]
        return Place("*pointer", locate)

    def operand(self, scope, shared=0.25):
        if self.often(shared) and self.room > 0:
            place = self.place(scope)
            if place is not None:
                self.room -= 1
                return place.read()
        if scope.values and self.often(0.75):
            return self.recent(scope)[0]
        return constant(self.chance.randint(0, 3))

    def recent(self, scope):
        """A local value, most often the latest: so what is read is used."""
        return scope.values[-1] if self.often(0.5) else self.chance.choice(scope.values)

    def value(self, scope):
        first = self.operand(scope, 0.15)
        if self.often(0.45):
            return first
        if self.often(0.15):
            return choice(self.condition(scope), first, self.operand(scope))
        if self.often(0.03) and self.place(scope):
            return self.quotient(self.place(scope))
        return binary(self.chance.choice("+++-^&"), first, self.operand(scope, 0.1))

    def subject(self, scope):
        """What is worth a branch: an operand that is no constant, where there is one."""
        place = self.place(scope) if not scope.values or self.often(0.55) else None
        if place is None:
            return self.recent(scope)[0] if scope.values else constant(1)
        self.room -= 1
        return place.read()

    def quotient(self, place):
        def evaluate(run, local):
            divisor = yield from place.read().evaluate(run, local)
            if divisor == 0:
                raise Ending
            return 6 // divisor
        self.room -= 1
        return Expression(f"6 / {place.text}", evaluate, simple=False)

    def comparison(self, scope):
        first = self.subject(scope)
        if self.often(0.15):
            return negation(first)
        second = self.operand(scope, 0.15) if self.often(0.25) else constant(self.chance.randint(0, 2))
        return binary(self.chance.choice(("==", "==", "!=", "<", ">")), first, second)

    def condition(self, scope):
        first = self.comparison(scope)
        if self.often(0.25):
            return short_circuit(self.chance.choice(("&&", "||")), first, self.comparison(scope))
        return first

    # Statements

    def fill(self, scope, limit=None):
        """Statements for the room there is, or at most `limit` of them."""
        statements = []
        while self.room > 0 and (limit is None or len(statements) < limit):
            statement = self.statement(scope)
            if statement is None:
                self.room -= 1
            else:
                statements.append(statement)
        return statements

    def statement(self, scope):
        kinds = self.kinds(scope)
        return self.chance.choices(list(kinds), list(kinds.values()))[0](scope)

    def kinds(self, scope):
        """The functions that make a statement, each with its weight."""
        kinds = {self.add_access: 10, self.add_local: 3, self.add_if: 5, self.add_switch: 1, self.add_loop: 2,
                 self.add_input: 2, self.add_atomic_operation: 2, self.add_assertion: 3, self.add_assumption: 0.3,
                 self.add_end: 0.4}
        if self.room >= 3:
            kinds[self.add_section] = 6 if self.guarded and not scope.free else 3
            kinds[self.add_trylock] = 1
            kinds[self.add_rwlock] = 1
            kinds[self.add_atomic_section] = 0.5
        if self.program.semaphores:
            kinds[self.add_semaphore] = 1.5
        if self.program.helper and not scope.held:
            kinds[self.add_call] = 2
        if self.pointer and scope.free:
            kinds[self.add_aim] = 1
        return kinds

    def add_access(self, scope):
        place = self.place(scope)
        if place is None:
            return None
        form = self.chance.choices(("write", "change"), (3, 2))[0]
        value = self.value(scope)
        self.room -= 1 if form == "write" else 2
        if form == "write":
            text = f"{place.text} = {value.bare};"

            def execute(run, local):
                number = yield from value.evaluate(run, local)
                key = yield from place.locate(run, local)
                yield
                place.store(run, key, number)
        else:
            text = f"{place.text} = {place.text} + {value.text};"

            def execute(run, local):
                old = yield from place.read().evaluate(run, local)
                number = yield from value.evaluate(run, local)
                key = yield from place.locate(run, local)
                yield
                place.store(run, key, old + number)
        return Statement([text], execute)

    def keep(self, scope, name, values=None):
        scope.values.append((local_value(name), values))

    def add_local(self, scope):
        name, value = self.new_name(), self.subject(scope) if self.often(0.6) else self.value(scope)

        def execute(run, local):
            local.values[name] = yield from value.evaluate(run, local)
        self.keep(scope, name)
        return Statement([f"int {name} = {value.bare};"], execute)

    def add_aim(self, scope):
        condition = self.condition(scope)
        first, second = self.targets

        def execute(run, local):
            target = first if (yield from condition.evaluate(run, local)) else second
            yield
            run.memory["pointer"] = target
        self.room -= 1
        return Statement([f"pointer = {condition.text} ? &{first} : &{second};"], execute)

    def add_if(self, scope):
        condition = self.condition(scope)
        yes = self.branch(scope)
        no = self.branch(scope) if self.often(0.5) else []

        def execute(run, local):
            taken = yield from condition.evaluate(run, local)
            yield from execute_all(yes if taken else no, run, local)
        lines = block(f"if ({condition.bare}) {{", yes, "} else {" if no else "}")
        return Statement(lines + ([*indented(no), "}"] if no else []), execute)

    def branch(self, scope):
        inner = scope.inner()
        statements = self.fill(inner, self.chance.choice((1, 1, 2)))
        if not statements or self.often(0.2):
            statements.append(self.add_access(inner) or self.add_assertion(inner))
        return statements

    def add_switch(self, scope):
        subject = self.subject(scope)
        cases = [(number, self.branch(scope)) for number in range(self.chance.choice((1, 2)))]
        other = self.branch(scope) if self.often(0.5) else []

        def execute(run, local):
            value = yield from subject.evaluate(run, local)
            yield from execute_all(dict(cases).get(value, other), run, local)
        lines = [f"switch ({subject.bare}) {{"]
        for number, statements in cases:
            lines += [*block(f"case {number}: {{", statements), "    break;"]
        if other:
            lines += [*block("default: {", other), "    break;"]
        return Statement([*lines, "}"], execute)

    def add_loop(self, scope):
        """Over an input or a value that was read, or until shared memory changes; never more than two rounds."""
        name, inner = self.new_name(), scope.inner()
        limit = constant(2)
        over_value = scope.values and self.often(0.6)
        condition = self.recent(scope) if over_value else None
        if over_value:
            again = binary("<", local_value(name), condition[0])
            if not condition[1] or max(condition[1]) > 2:
                again = short_circuit("&&", again, binary("<", local_value(name), limit))
        else:
            again = short_circuit("&&", binary("<", local_value(name), limit), self.comparison(scope))
        self.keep(inner, name, (0, 1))
        inner.repeated = True
        room = self.room
        body = self.fill(inner, 1)
        self.room -= max(0, room - self.room)

        def execute(run, local):
            local.values[name] = 0
            while (yield from again.evaluate(run, local)):
                yield from execute_all(body, run, local)
                local.values[name] += 1
        return Statement(block(f"for (int {name} = 0; {again.bare}; {name}++) {{", body), execute) if body else None

    def add_assertion(self, scope):
        operands = {operand.text: operand for operand in
                    (self.operand(scope, 0.5) for _ in range(self.chance.choice((1, 1, 2, 2))))
                    if not operand.text.isdigit()}
        assertion = Assertion(list(operands.values()), self.often(0.4))
        self.program.assertions.append(assertion)
        return Statement([assertion], assertion.execute)

    def add_assumption(self, scope):
        condition = self.comparison(scope)

        def execute(run, local):
            if not (yield from condition.evaluate(run, local)):
                yield lambda: False
        return Statement([f"__VERIFIER_assume({condition.bare});"], execute)

    def add_end(self, scope):
        """Within a branch: the thread returns, or the process ends."""
        whole = self.often(0.3)
        condition = self.condition(scope)
        text = "exit(0);" if whole else "return 0;"

        def execute(run, local):
            if (yield from condition.evaluate(run, local)):
                raise Ending if whole else Return
        return None if scope.held else Statement([f"if ({condition.bare}) {{", "    " + text, "}"], execute)

    def add_atomic_operation(self, scope):
        place = self.place(scope, atomic=True)
        if place is None:
            return None
        self.room -= 1
        name, value = self.new_name(), self.operand(scope, 0)
        form = self.chance.choice(("fetch_add", "exchange", "compare"))
        if form == "compare":
            expected = self.chance.randint(0, 2)
            yes, no = self.branch(scope), self.branch(scope) if self.often(0.3) else []

            def execute(run, local):
                yield
                found = run.memory[place.text]
                if found == expected:
                    run.memory[place.text] = yield from value.evaluate(run, local)
                yield from execute_all(yes if found == expected else no, run, local)
            return Statement(
                [f"int {name} = {expected};",
                 *block(f"if (atomic_compare_exchange_strong(&{place.text}, &{name}, {value.text})) {{", yes,
                        "} else {" if no else "}"), *([*indented(no), "}"] if no else [])], execute)

        def execute(run, local):
            number = yield from value.evaluate(run, local)
            yield
            local.values[name] = run.memory[place.text]
            run.memory[place.text] = number + (local.values[name] if form == "fetch_add" else 0)
        self.keep(scope, name)
        return Statement([f"int {name} = atomic_{form}(&{place.text}, {value.bare});"], execute)

    # Synchronisation

    def pick_mutex(self, scope):
        free = [name for name in self.mutexes if name not in scope.held]
        if self.guarded and not scope.free and "lock_a" in free and self.often(0.8):
            return "lock_a"
        return self.chance.choice(free) if free else None

    def held_inside(self, scope, mutex):
        inner = scope.inner(mutex)
        inner.free = scope.free or mutex == "lock_a"
        return inner

    def add_section(self, scope):
        mutex = self.pick_mutex(scope)
        if mutex is None:
            return None
        self.room -= 2
        body = self.branch(self.held_inside(scope, mutex))
        # A careless program gives the lock back on some paths only.
        careful = constant(1) if self.often(0.95) else self.comparison(scope)

        def execute(run, local):
            yield lambda: mutex not in run.owners
            run.owners[mutex] = local.number
            yield from execute_all(body, run, local)
            if (yield from careful.evaluate(run, local)):
                yield
                run.owners.pop(mutex, None)
        unlock = f"pthread_mutex_unlock(&{mutex});"
        return Statement([f"pthread_mutex_lock(&{mutex});", *(line for s in body for line in s.lines),
                          *([unlock] if careful.text == "1" else [f"if ({careful.bare}) {{", "    " + unlock, "}"])],
                         execute)

    def add_trylock(self, scope):
        mutex = self.pick_mutex(scope)
        if mutex is None:
            return None
        self.room -= 2
        yes = self.branch(self.held_inside(scope, mutex))
        no = self.branch(scope) if self.often(0.4) else []

        def execute(run, local):
            yield
            if mutex in run.owners:
                yield from execute_all(no, run, local)
            else:
                run.owners[mutex] = local.number
                yield from execute_all(yes, run, local)
                yield
                run.owners.pop(mutex, None)
        return Statement([f"if (pthread_mutex_trylock(&{mutex}) == 0) {{", *indented(yes),
                          f"    pthread_mutex_unlock(&{mutex});", "} else {" if no else "}",
                          *([*indented(no), "}"] if no else [])], execute)

    def add_rwlock(self, scope):
        if "rwlock" in scope.held:
            return None
        reads = self.often(0.6)
        self.room -= 2
        body = self.branch(scope.inner("rwlock"))

        def execute(run, local):
            if reads:
                yield lambda: "rwlock" not in run.owners
                run.readers["rwlock"] = run.readers.get("rwlock", 0) + 1
            else:
                yield lambda: "rwlock" not in run.owners and not run.readers.get("rwlock")
                run.owners["rwlock"] = local.number
            yield from execute_all(body, run, local)
            yield
            if reads:
                run.readers["rwlock"] -= 1
            else:
                run.owners.pop("rwlock", None)
        return Statement([f"pthread_rwlock_{'rd' if reads else 'wr'}lock(&rwlock);",
                          *(line for s in body for line in s.lines), "pthread_rwlock_unlock(&rwlock);"], execute)

    def add_atomic_section(self, scope):
        """The simulation lets other threads in: it only sees more."""
        if scope.held:
            return None
        self.room -= 1
        inner = scope.inner("atomic")
        body = [self.add_assumption(inner)] if self.often(0.2) else []  # as in a lock that is written by hand
        body.append(self.add_access(inner) or self.add_local(inner))
        if self.often(0.1):
            body.append(self.add_assumption(inner))
        if self.often(0.5):
            body.append(self.add_assertion(inner))
            if self.often(0.3):
                body.append(self.add_access(inner) or self.add_local(inner))

        def execute(run, local):
            yield from execute_all(body, run, local)
        return Statement(["__VERIFIER_atomic_begin();", *(line for s in body for line in s.lines),
                          "__VERIFIER_atomic_end();"], execute)

    def add_semaphore(self, scope):
        self.room -= 1
        form = self.chance.choice(("wait", "post", "trywait"))
        if form == "wait":
            def execute(run, local):
                yield lambda: run.memory["sem"] > 0
                run.memory["sem"] -= 1
            return Statement(["sem_wait(&sem);"], execute)
        if form == "post":
            def execute(run, local):
                yield
                run.memory["sem"] += 1
            return Statement(["sem_post(&sem);"], execute)
        body = self.branch(scope)

        def execute(run, local):
            yield
            if run.memory["sem"] > 0:
                run.memory["sem"] -= 1
                yield from execute_all(body, run, local)
        return Statement(block("if (sem_trywait(&sem) == 0) {", body), execute)


HEADERS = ("#include <assert.h>", "#include <pthread.h>", "#include <semaphore.h>", "#include <stdatomic.h>",
           "#include <stddef.h>", "#include <stdlib.h>", "",
           "extern int __VERIFIER_nondet_int(void);", "extern unsigned char __VERIFIER_nondet_uchar(void);",
           "extern _Bool __VERIFIER_nondet_bool(void);", "extern void __VERIFIER_assume(int);",
           "extern void __VERIFIER_atomic_begin(void);", "extern void __VERIFIER_atomic_end(void);",
           "extern void reach_error(void);", "")
SYNCHRONISATION = ("pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;",
                   "pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;",
                   "pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;",
                   "pthread_cond_t condition = PTHREAD_COND_INITIALIZER;",
                   "sem_t sem;")


def print_beginning(program, title, functions=()):
    """All that stands before the threads; `functions` are lists of lines."""
    lines = [f"/* {title} */", *HEADERS, *program.declarations, *SYNCHRONISATION]
    for function in functions:
        lines += ["", *function]
    if program.helper:
        lines += ["", "static int helper(int n)", "{", *program.helper.render(), "}"]
    return lines


def simulate(program, chance):
    """Decides what is asserted; returns the estimated number of interleavings over all inputs, and the number of
    vectors of inputs."""
    counts = {assertion: collections.Counter() for assertion in program.assertions}
    total, vectors = 0, 1
    for values in program.inputs.values():
        vectors *= len(values)
    for _ in range(SAMPLES):
        run = BranchingRun(program, chance)
        run.memory.update(program.semaphores)
        run.run(program.main)
        total += run.weight
        for assertion, values in run.noted:
            counts[assertion][values] += 1
    correct = chance.random() < 0.4
    for assertion, seen in counts.items():
        assertion.decide(chance, seen, correct)
    return total * vectors / SAMPLES, vectors


def generate_program(writer_class, seed, title, most):
    """The text of the program that writers of this class make of the seed; `most`: interleavings over all inputs."""
    chance = random.Random(seed)
    budget = chance.randint(7, 16)
    for attempt in range(300):
        writer = writer_class(chance, budget)
        program = writer.write()
        estimate, vectors = simulate(program, chance)
        if estimate > most:
            budget -= attempt % 3 == 2 and budget > 5
        elif estimate >= most * LEAST * vectors ** 0.5 and any(assertion.text for assertion in program.assertions):
            return writer.print_program(title)
    raise RuntimeError(f"seed {seed}: no program found that is small enough")


def run_generator(generator, description, most=None):
    """The command line of a generator: its function `generate`, what it is, and how many interleavings it allows, if it
    can be told."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    if most is not None:
        parser.add_argument("--most", type=int, default=most, help="interleavings over all inputs, about")
    sys.stdout.write(generator(**vars(parser.parse_args())))
    return 0
