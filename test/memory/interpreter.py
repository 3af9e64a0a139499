"""Threads of a C program for the axioms: the functions of an `ir.Module`, run up to each access of shared memory.

A thread is its function and what its accesses have given it so far; from these it can be run again to where it stands.
Waiting is cut short: a thread that comes round a loop with everything as it was, and has written nothing since, is
blocked. What it could do later it does in another execution, in which it reads what it waits for at once.
"""
import operator

from memory.language import Fence, Load, Store, Update

ORDERS = {None: "na", "monotonic": "rlx", "acquire": "acq", "release": "rel", "acq_rel": "acq_rel", "seq_cst": "sc"}
BINARY = {"add": operator.add, "sub": operator.sub, "and": operator.and_, "xor": operator.xor,
          "srem": lambda a, b: abs(a) % abs(b) * (1 if a >= 0 else -1)}
COMPARISONS = {"eq": operator.eq, "ne": operator.ne, "slt": operator.lt, "sle": operator.le, "sgt": operator.gt,
               "sge": operator.ge}
UPDATES = {"xchg": ("X", 1), "add": ("A", 1), "sub": ("A", -1)}


class Failure(Exception):
    """The thread has violated something: `assertion` or `memory`."""


class Blocked(Exception):
    """The thread waits; `round` is how many of its last accesses it would repeat."""

    def __init__(self, repeated):
        super().__init__()
        self.round = repeated


class Create(str):
    """What main asks for when it creates a thread: its function."""


JOIN = "join"


class Run:
    """One run of a function, as a generator of statements that is sent what each of them gives: of a load or an update
    the value it finds."""

    def __init__(self, module):
        self.module = module
        self.memory = {}  # of the locals in memory
        self.seen = {}  # where it has been in a loop, and with how many accesses by then
        self.accesses = 0
        self.writes = 0

    def access(self, statement):
        if getattr(statement, "location", ("", 0))[0] == "null" or getattr(statement, "location", None) == 0:
            raise Failure("memory")
        self.accesses += 1
        if isinstance(statement, Store):
            self.writes += 1
        return (yield statement)

    def call(self, name, arguments, depth=0):
        function = self.module.functions[name]
        values = dict(zip(function.parameters, arguments))
        label, before, visited = function.entry, None, set()
        while True:
            if label in visited:
                self.come_round(depth, name, label)
            visited.add(label)
            for instruction in function.blocks[label]:
                if instruction.kind == "ret":
                    self.forget(depth)
                    return self.value(values, instruction.words[0])
                if instruction.kind == "br":
                    before, label = label, self.branch(values, instruction.words)
                    break
                result = yield from self.step(instruction, values, depth, before)
                if instruction.target:
                    values[instruction.target] = result

    def come_round(self, depth, name, label):
        state = depth, name, label, self.writes, frozenset(self.memory.items())
        if state in self.seen:
            raise Blocked(self.accesses - self.seen[state])
        self.seen[state] = self.accesses

    def forget(self, depth):
        """The locals of a function that returns."""
        self.memory = {address: value for address, value in self.memory.items() if address[0][0] != depth}

    def value(self, values, operand):
        return values[operand.name] if hasattr(operand, "name") else operand

    def branch(self, values, words):
        if len(words) == 1:
            return words[0]
        return words[1] if self.value(values, words[0]) else words[2]

    def step(self, instruction, values, depth, before):
        """Does an instruction; returns its value."""
        kind = instruction.kind
        words = [self.value(values, word) for word in instruction.words]
        if kind == "alloca":
            return (depth, instruction.target), 0
        if kind in ("load", "store", "cmpxchg", "atomicrmw", "fence"):
            return (yield from getattr(self, f"do_{kind}")(*words))
        if kind == "call":
            return (yield from self.do_call(words[0], [self.value(values, word) for word in words[1]], depth))
        if kind == "getelementptr":
            return self.module.element(*instruction.words, lambda operand: self.value(values, operand))
        if kind == "icmp":
            return int(COMPARISONS[words[0]](words[1], words[2]))
        if kind == "phi":
            return next(self.value(values, operand) for operand, label in words if label == before)
        if kind == "extractvalue":
            return words[0][words[1]]
        return BINARY[kind](*words) if kind in BINARY else words[0]

    def is_local(self, address):
        return address != 0 and isinstance(address[0], tuple)

    def do_load(self, address, order):
        if self.is_local(address):
            return self.memory.get(address, 0)
        return (yield from self.access(Load("", address, ORDERS[order])))

    def do_store(self, value, address, order):
        if self.is_local(address):
            self.memory[address] = value
            return
        yield from self.access(Store(address, value, ORDERS[order]))

    def do_cmpxchg(self, address, expected, value, order, failure):
        found = yield from self.access(Update("", address, "C", value, ORDERS[order], expected, ORDERS[failure]))
        self.writes += found == expected
        return found, int(found == expected)

    def do_atomicrmw(self, action, address, value, order):
        action, sign = UPDATES[action]
        value = value if action == "X" else sign * value
        found = yield from self.access(Update("", address, action, value, ORDERS[order]))
        self.writes += (found + value if action == "A" else value) != found
        return found

    def do_fence(self, order):
        yield from self.access(Fence(ORDERS[order]))

    def do_call(self, name, arguments, depth):
        if name in self.module.functions:
            return (yield from self.call(name, arguments, depth + 1))
        if name == "__assert_fail":
            raise Failure("assertion")
        if name == "pthread_create":
            yield Create(arguments[2][0])
        elif name == "pthread_join":
            yield JOIN
        elif name == "pthread_mutex_lock":
            found = yield from self.access(Update("", arguments[0], "C", 1, "acq", 0, "rlx"))
            if found != 0:
                raise Blocked(1)
        elif name == "pthread_mutex_unlock":
            yield from self.access(Store(arguments[0], 0, "rel"))
        else:
            raise ValueError(f"unknown function {name}")
        return 0


class CThread:
    """A thread for `candidates`, in the place of `language.Thread`: its next statement, or how it has ended."""
    known = {}  # by module, function and what was given: the statement and how it ended

    def __init__(self, module, function, given=()):
        self.key = module, function, given
        if self.key not in self.known:
            self.known[self.key] = self.run()
        statement, self.ending = self.known[self.key]
        self.code = () if statement is None else (statement,)

    def __eq__(self, other):
        return self.key == other.key

    def __hash__(self):
        return hash(self.key)

    def run(self):
        module, function, given = self.key
        generator = Run(module).call(function, [0] * len(module.functions[function].parameters))
        try:
            statement = next(generator)
            for value in given:
                statement = generator.send(value)
            return statement, None
        except StopIteration:
            return None, None
        except (Failure, Blocked) as ending:
            return None, ending

    def value_of(self, operand):
        return operand

    def after(self, _register=None, value=None):
        module, function, given = self.key
        return CThread(module, function, (*given, value))

    def updated(self, old):
        update = self.code[0]
        if update.action == "A":
            return old + update.value
        return None if update.action == "C" and update.expected != old else update.value
