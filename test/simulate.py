"""Runs of the programs that generate.py and generate_paths.py make, in Python: when which thread can go on, and what
the shared variables then hold. The rules are those of doc/semantics.md; raddle's own machine has no part in it.

A program without branches is a list of steps per thread (Control, Simulation), so its interleavings can be counted.
One with branches is a set of Python generators (BranchingRun), and the interleavings are estimated from random runs.
"""
import functools
import sys

# The kinds of steps. The invisible ones happen together with the visible one before them. The automatic ones are no
# choice: they happen as soon as they can.
VISIBLE = ("read", "write", "update", "lock", "unlock", "read-lock", "write-lock", "rwlock-unlock", "wait", "post",
           "sleep", "relock", "signal", "broadcast", "arrive", "atomic-begin")
INVISIBLE = ("assert", "atomic-end")
AUTOMATIC = ("join", "leave")

RELATIONS = {"==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, ">": lambda a, b: a > b}
OPERATORS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "^": lambda a, b: a ^ b, "&": lambda a, b: a & b}


class Variable:
    """A shared variable: where its bytes are and how C writes it."""

    def __init__(self, text, kind, storage, offset=0, atomic=False):
        self.text = text
        self.kind = kind
        self.size = {"unsigned char": 1, "short": 2, "int": 4, "long long": 8}[kind]
        self.signed = not kind.startswith("unsigned")
        self.storage = storage
        self.offset = offset
        self.atomic = atomic

    def load(self, memory):
        data = memory[self.storage][self.offset:self.offset + self.size]
        return int.from_bytes(data, sys.byteorder, signed=self.signed)

    def store(self, memory, value):
        data = (int(value) % (1 << 8 * self.size)).to_bytes(self.size, sys.byteorder)
        memory[self.storage][self.offset:self.offset + self.size] = data


class Micro:
    """The smallest step of the simulation. Expressions are texts over locals that mean the same in C and Python."""

    def __init__(self, kind, target=None, local=None, expression=None):
        self.kind = kind  # one of VISIBLE, INVISIBLE, AUTOMATIC
        self.target = target
        self.local = local
        self.expression = expression


class Control:
    """When which thread can go on. That depends on the positions of the threads alone, and on who sleeps at the
    condition variable: a state is a tuple of positions and a frozenset of sleepers.
    """

    def __init__(self, program):
        self.program = program
        self.steps = [body.steps() for body in program.bodies()]
        self.held, self.posted = [], []  # by thread and position: the locks held, and the posts less the waits
        for groups in self.steps:
            held, posted = [{}], [dict.fromkeys(program.semaphores, 0)]
            for group in groups:
                held.append(dict(held[-1]))
                posted.append(dict(posted[-1]))
                for micro in group:
                    if micro.kind in ("lock", "relock", "read-lock", "write-lock"):
                        held[-1][micro.target] = micro.kind
                    elif micro.kind in ("unlock", "rwlock-unlock", "sleep"):
                        del held[-1][micro.target]
                    elif micro.kind in ("wait", "post"):
                        posted[-1][micro.target] += 1 if micro.kind == "post" else -1
            self.held.append(held)
            self.posted.append(posted)
        self.arrivals = [next((i for i, group in enumerate(groups) if group[0].kind == "arrive"), len(groups))
                         for groups in self.steps]

    def start(self):
        return self.settle([0] * len(self.steps), frozenset())

    def ended(self, positions, number):
        return positions[number] == len(self.steps[number])

    def can_go_on(self, positions, sleepers, number):
        if self.ended(positions, number) or number in sleepers:
            return False
        first = self.steps[number][positions[number]][0]
        modes = [held[position].get(first.target) for held, position in zip(self.held, positions)]
        if first.kind in ("lock", "relock", "write-lock"):
            return not any(modes)
        if first.kind == "read-lock":
            return "write-lock" not in modes
        if first.kind == "wait":
            posted = sum(posted[position][first.target] for posted, position in zip(self.posted, positions))
            return self.program.semaphores[first.target] + posted > 0
        if first.kind == "join":
            return self.ended(positions, first.target)
        if first.kind == "leave":
            arrived = sum(position > arrival for position, arrival in zip(positions, self.arrivals))
            return arrived == self.program.meeting
        return True

    def settle(self, positions, sleepers):
        """Does all that is no choice."""
        number = 0
        while number < len(positions):
            if self.can_go_on(positions, sleepers, number) and \
                    self.steps[number][positions[number]][0].kind in AUTOMATIC:
                positions[number] += 1
                number = 0
            else:
                number += 1
        return tuple(positions), sleepers

    def choices(self, state):
        """Pairs of a thread and the sleeper it wakes, if any."""
        positions, sleepers = state
        result = []
        for number in range(len(positions)):
            if self.can_go_on(positions, sleepers, number):
                signals = self.steps[number][positions[number]][0].kind == "signal"
                result += [(number, sleeper) for sleeper in (sorted(sleepers) if signals and sleepers else (None,))]
        return result

    def advance(self, state, choice):
        positions, sleepers = list(state[0]), state[1]
        number, woken = choice
        first = self.steps[number][positions[number]][0]
        positions[number] += 1
        if first.kind == "sleep":
            sleepers |= {number}
        elif first.kind == "broadcast":
            sleepers = frozenset()
        return self.settle(positions, sleepers - {woken})


class Simulation:
    """One run of a program in Python; assertions are noted, not checked."""

    def __init__(self, control):
        self.control = control
        self.memory = {name: bytearray(data) for name, data in control.program.initial.items()}
        self.values = [{} for _ in control.steps]
        self.noted = {}

    def execute(self, micro, values):
        if micro.kind in ("read", "update"):
            values[micro.local] = micro.target.load(self.memory)
        if micro.kind in ("write", "update"):
            micro.target.store(self.memory, eval(micro.expression, {}, values))
        elif micro.kind == "assert":
            self.noted[micro.target] = eval(micro.expression, {}, values)

    def run(self, choose):
        """`choose` picks from the choices, given the thread that ran last. Returns whether all threads end."""
        control, last = self.control, 0
        state = control.start()
        while True:
            choices = control.choices(state)
            if not choices:
                return all(control.ended(state[0], number) for number in range(len(control.steps)))
            choice = choose(choices, last)
            last = choice[0]
            for micro in control.steps[last][state[0][last]]:
                self.execute(micro, self.values[last])
            state = control.advance(state, choice)


def run_until_blocked(choices, last):
    """raddle's default schedule."""
    return min(choices, key=lambda choice: (choice[0] < last, choice[0]))


def count_interleavings(control, limit):
    """How many interleavings there are if no assertion ends one early, or limit + 1 if there are more."""

    @functools.lru_cache(maxsize=None)
    def count(state):
        choices = control.choices(state)
        return min(sum(count(control.advance(state, choice)) for choice in choices), limit + 1) if choices else 1

    return count(control.start())


class Ending(Exception):
    """The process ends: by `exit`, by an error, or because main has returned."""


class BranchingRun:
    """A run of a program whose threads are generators, under a random schedule. A thread yields before each visible
    operation: None if it can go on, else a function that tells whether it can; a pair ("forced", function) if going
    on is no choice. `weight` is the product of the numbers of choices, so its mean over random runs is the number of
    interleavings (D. Knuth, Estimating the efficiency of backtrack programs, 1975).
    """

    def __init__(self, program, chance):
        self.chance = chance
        self.inputs = {name: chance.choice(values) for name, values in program.inputs.items()}
        self.memory = dict(program.initial)
        self.owners = {}    # of mutexes and write-locked read-write locks: the thread
        self.readers = {}   # of read-write locks: how many
        self.waiters = {}   # of condition variables: the threads
        self.noted = []     # pairs of an assertion and the values it saw
        self.weight = 1
        self.threads = []
        self.waits_for = []

    def create(self, body, argument=0):
        """Starts a thread, up to its first visible operation. Returns its number."""
        number = len(self.threads)
        self.threads.append(None)
        self.waits_for.append(None)
        self.threads[number] = body.execute(self, Local(number, argument))
        self.go_on(number)
        return number

    def ended(self, number):
        return self.threads[number] is None

    def go_on(self, number):
        try:
            self.waits_for[number] = next(self.threads[number])
        except StopIteration:
            self.threads[number] = None

    def pick(self, candidates):
        self.weight *= len(candidates)
        return self.chance.choice(candidates)

    def run(self, main):
        try:
            self.create(main)
            while not self.ended(0):
                forced, ready = [], []
                for number, state in enumerate(self.waits_for):
                    if self.ended(number):
                        continue
                    if isinstance(state, tuple):
                        forced += [number] * state[1]()
                    elif state is None or state():
                        ready.append(number)
                if not forced and not ready:
                    return
                self.go_on(forced[0] if forced else self.pick(ready))
        except Ending:
            pass


class Local:
    """What belongs to one thread of a run."""

    def __init__(self, number, argument):
        self.number = number
        self.values = {"argument": argument}


# The pieces that programs with branches are made of: each is a text in C and a generator for BranchingRun.

class Return(Exception):
    """A thread returns."""


class Expression:
    """A text in C and a generator function of (run, local) that returns the value."""

    def __init__(self, text, evaluate, simple=True):
        self.text = text if simple else f"({text})"
        self.bare = text
        self.evaluate = evaluate


def constant(value):
    def evaluate(run, local):
        return value
        yield
    return Expression(str(value), evaluate)


def local_value(name):
    def evaluate(run, local):
        return local.values[name]
        yield
    return Expression(name, evaluate)


def binary(operator, left, right):
    def evaluate(run, local):
        first = yield from left.evaluate(run, local)
        second = yield from right.evaluate(run, local)
        return int({**RELATIONS, **OPERATORS}[operator](first, second))
    return Expression(f"{left.text} {operator} {right.text}", evaluate, simple=False)


def short_circuit(operator, left, right):
    def evaluate(run, local):
        first = yield from left.evaluate(run, local)
        if bool(first) == (operator == "||"):
            return int(bool(first))
        return int(bool((yield from right.evaluate(run, local))))
    return Expression(f"{left.text} {operator} {right.text}", evaluate, simple=False)


def negation(operand):
    def evaluate(run, local):
        return int(not (yield from operand.evaluate(run, local)))
    return Expression(f"!{operand.text}", evaluate)


def choice(condition, left, right):
    def evaluate(run, local):
        chosen = left if (yield from condition.evaluate(run, local)) else right
        return (yield from chosen.evaluate(run, local))
    return Expression(f"{condition.text} ? {left.text} : {right.text}", evaluate, simple=False)


class Place:
    """Shared memory that C calls `text`; `locate` is a generator function that returns the key in the run's memory."""

    def __init__(self, text, locate, kind="int", atomic=False):
        self.text = text
        self.locate = locate
        self.kind = kind
        self.atomic = atomic

    @staticmethod
    def variable(name, kind="int", atomic=False):
        def locate(run, local):
            return name
            yield
        return Place(name, locate, kind, atomic)

    def read(self):
        def evaluate(run, local):
            key = yield from self.locate(run, local)
            yield
            if key not in run.memory:
                raise Ending
            return run.memory[key]
        return Expression(self.text, evaluate)

    def store(self, run, key, value):
        if key not in run.memory:
            raise Ending
        run.memory[key] = value % 256 if self.kind == "unsigned char" else value


class Statement:
    """Lines of C, and a generator function of (run, local). A line that is no text is an Assertion."""

    def __init__(self, lines, execute):
        self.lines = lines
        self.execute = execute

    def render(self):
        return [rendered for line in self.lines
                for rendered in ([line] if isinstance(line, str) else line.render())]


def block(head, body, tail="}"):
    return [head, *indented(body), tail]


def indented(statements):
    return [Indented(line) for statement in statements for line in statement.lines]


class Indented:
    """A line further to the right."""

    def __init__(self, line):
        self.line = line

    def render(self):
        return ["    " + text for text in ([self.line] if isinstance(self.line, str) else self.line.render())]


def execute_all(statements, run, local):
    for statement in statements:
        yield from statement.execute(run, local)


class Thread:
    """The body of a thread: a function in C."""

    def __init__(self, number):
        self.number = number
        self.statements = []

    def execute(self, run, local):
        try:
            yield from execute_all(self.statements, run, local)
        except Return:
            pass

    def render(self):
        return ["    " + line for statement in self.statements for line in statement.render()]
