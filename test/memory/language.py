"""Small programs about memory orders, as data, and the notation for them.

    W.rel x 1                 a store; the value is a number or a register
    r0 = R.acq x              a load
    r0 = X.acq_rel x 2        an exchange: the register gets the old value, as it does of the other updates
    r0 = A.rlx x 1            a fetch_add
    r0 = C.acq_rel/rlx x 0 1  a strong compare-exchange from 0 to 1, and its order where it fails
    F.sc                      a fence
    if r0 == 1 { ... }        a condition, == or !=, on a register of the thread

Statements are separated by `;`, threads by `||`. The orders are those of C (rlx, con, acq, rel, acq_rel, sc), and na
for an access that is not atomic; con means what acq does, as it does to compilers. A location is atomic in all its
accesses or in none, begins as 0, and is the name of what is not a register. Registers are r0, r1, ...; each belongs to
one thread and begins as 0. A condition on the end is a conjunction: `r0=1 & x=2`.
"""
import re
import typing

LOAD_ORDERS = ("na", "rlx", "con", "acq", "sc")
STORE_ORDERS = ("na", "rlx", "rel", "sc")
UPDATE_ORDERS = ("rlx", "con", "acq", "rel", "acq_rel", "sc")
FENCE_ORDERS = ("acq", "rel", "acq_rel", "sc")
FAILURE_ORDERS = ("rlx", "con", "acq", "sc")


class Load(typing.NamedTuple):
    register: str
    location: str
    order: str

    def __str__(self):
        return f"{self.register} = R.{self.order} {self.location}"


class Store(typing.NamedTuple):
    location: str
    value: int | str  # a number, or the name of a register
    order: str

    def __str__(self):
        return f"W.{self.order} {self.location} {self.value}"


class Update(typing.NamedTuple):
    """An atomic read-modify-write; of a compare-exchange alone there are `expected` and `failure`."""
    register: str
    location: str
    action: str  # X, A or C
    value: int | str
    order: str
    expected: int | str | None = None
    failure: str | None = None

    def __str__(self):
        if self.action == "C":
            return f"{self.register} = C.{self.order}/{self.failure} {self.location} {self.expected} {self.value}"
        return f"{self.register} = {self.action}.{self.order} {self.location} {self.value}"


class Fence(typing.NamedTuple):
    order: str

    def __str__(self):
        return f"F.{self.order}"


class If(typing.NamedTuple):
    register: str
    equal: bool
    value: int
    body: tuple

    def __str__(self):
        return f"if {self.register} {'==' if self.equal else '!='} {self.value} {{ {join(self.body)} }}"


def join(code):
    return "; ".join(map(str, code))


class Program(typing.NamedTuple):
    threads: tuple  # of tuples of statements

    def __str__(self):
        return " || ".join(map(join, self.threads))

    def statements(self):
        """All of them, with those inside of conditions, and the conditions."""
        for code in self.threads:
            yield from flatten(code)

    def locations(self):
        return sorted({statement.location for statement in self.statements() if hasattr(statement, "location")})

    def plain_locations(self):
        return sorted({statement.location for statement in self.statements()
                       if isinstance(statement, (Load, Store)) and statement.order == "na"})

    def registers(self, thread):
        return sorted({statement.register for statement in flatten(self.threads[thread])
                       if isinstance(statement, (Load, Update))}, key=register_number)


def flatten(code):
    for statement in code:
        yield statement
        if isinstance(statement, If):
            yield from flatten(statement.body)


def register_number(name):
    return int(name[1:])


class Thread(typing.NamedTuple):
    """A thread in the middle of its code: what is left of it, and its registers as pairs, in the order of names."""
    code: tuple
    registers: tuple = ()

    def settled(self):
        """The thread with its next access or fence in front, the conditions before it decided."""
        code = self.code
        while code and isinstance(code[0], If):
            condition = code[0]
            holds = (self.value_of(condition.register) == condition.value) == condition.equal
            code = (condition.body if holds else ()) + code[1:]
        return self._replace(code=code)

    def value_of(self, operand):
        return dict(self.registers).get(operand, 0) if isinstance(operand, str) else operand

    def after(self, register=None, value=None):
        """The thread after its next statement, which has put a value into a register if one is given."""
        registers = self.registers
        if register is not None:
            registers = tuple(sorted({**dict(registers), register: value}.items()))
        return Thread(self.code[1:], registers).settled()

    def updated(self, old):
        """What the update in front writes if it finds `old`; None if it is a compare-exchange that fails."""
        update = self.code[0]
        value = self.value_of(update.value)
        if update.action == "A":
            return old + value
        if update.action == "C" and self.value_of(update.expected) != old:
            return None
        return value


# A statement is one of these; what follows an `if` is parsed by itself.
PATTERNS = (
    (re.compile(r"(r\d+) = R\.(\w+) (\w+)$"), lambda m: Load(m[1], m[3], check(m[2], LOAD_ORDERS))),
    (re.compile(r"W\.(\w+) (\w+) (\w+)$"), lambda m: Store(m[2], operand(m[3]), check(m[1], STORE_ORDERS))),
    (re.compile(r"(r\d+) = ([XA])\.(\w+) (\w+) (\w+)$"),
     lambda m: Update(m[1], m[4], m[2], operand(m[5]), check(m[3], UPDATE_ORDERS))),
    (re.compile(r"(r\d+) = C\.(\w+)/(\w+) (\w+) (\w+) (\w+)$"),
     lambda m: Update(m[1], m[4], "C", operand(m[6]), check(m[2], UPDATE_ORDERS), operand(m[5]),
                      check(m[3], FAILURE_ORDERS))),
    (re.compile(r"F\.(\w+)$"), lambda m: Fence(check(m[1], FENCE_ORDERS))),
)
CONDITION = re.compile(r"if (r\d+) ([=!]=) (\d+) \{(.*)\}$")


def check(order, allowed):
    if order not in allowed:
        raise ValueError(f"order {order} is none of {', '.join(allowed)}")
    return order


def operand(word):
    return int(word) if word.isdigit() else word


def split_statements(text):
    """At the semicolons that are in no braces."""
    depth, start = 0, 0
    for position, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if letter == ";" and depth == 0:
            yield text[start:position].strip()
            start = position + 1
    yield text[start:].strip()


def parse_statement(text):
    condition = CONDITION.match(text)
    if condition:
        return If(condition[1], condition[2] == "==", int(condition[3]), parse_code(condition[4]))
    for pattern, make in PATTERNS:
        match = pattern.match(text)
        if match:
            return make(match)
    raise ValueError(f"'{text}' is no statement")


def parse_code(text):
    return tuple(parse_statement(statement) for statement in split_statements(text) if statement)


def parse(text):
    program = Program(tuple(parse_code(thread) for thread in text.split("||")))
    owners = {}
    for number in range(len(program.threads)):
        for register in program.registers(number):
            if owners.setdefault(register, number) != number:
                raise ValueError(f"{register} belongs to two threads")
        for statement in flatten(program.threads[number]):
            check_operands(statement, program.registers(number))
    atomic = {statement.location for statement in program.statements()
              if hasattr(statement, "location") and statement.order != "na"}
    if atomic.intersection(program.plain_locations()):
        raise ValueError("a location is both atomic and not")
    return program


def check_operands(statement, registers):
    for field in ("value", "expected", "register"):
        word = getattr(statement, field, None)
        if isinstance(word, str) and word not in registers:
            raise ValueError(f"{word} is no register of its thread")


def parse_condition(text):
    """The pairs of a register or location and its value."""
    pairs = []
    for part in text.split("&"):
        name, value = part.strip().split("=")
        pairs.append((name, int(value)))
    return tuple(pairs)


def holds(condition, outcome):
    """Of an outcome, which is a tuple of pairs of names and values."""
    values = dict(outcome)
    return all(values.get(name, 0) == value for name, value in condition)


def make_outcome(program, threads, memory):
    """How a run has ended: all registers and locations with their values, in the order of names."""
    values = {register: 0 for number in range(len(program.threads)) for register in program.registers(number)}
    for thread in threads:
        values.update(thread.registers)
    values.update(memory)
    return tuple(sorted(values.items()))
