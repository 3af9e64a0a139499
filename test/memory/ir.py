"""LLVM's text of a small C program, read as far as the programs of `structures` need it: functions whose locals are in
memory (-O0), globals made of 32-bit integers, pointers, arrays and structures of these.

An address is a pair of a name and an offset, the null pointer is 0, and an integer is an int, so a 64-bit access of a
pointer has the pointer as its value.
"""
import re
import typing

SIZES = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "ptr": 8}
BINARY = "add|sub|and|xor|srem"
EXTRAS = re.compile(r", !llvm\.loop.*|, align \d+$| #\d+$")  # what an instruction says that does not matter here


class Instruction(typing.NamedTuple):
    kind: str
    target: str | None  # the local it defines
    words: tuple  # what else it says; operands are as `Module.operand` makes them


class Local(typing.NamedTuple):
    """An operand that a function has computed."""
    name: str


class Function(typing.NamedTuple):
    parameters: list
    entry: str
    blocks: dict  # label -> instructions


def split(text):
    """At the commas that are in no brackets."""
    parts, depth, start = [], 0, 0
    for position, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append(text[start:position].strip())
            start = position + 1
    return [*parts, text[start:].strip()] if text.strip() else []


def split_type(text):
    """The type at the beginning of a text, and what follows it."""
    text = text.strip()
    if text[0] not in "[{":
        first, _, rest = text.partition(" ")
        return first, rest.strip()
    depth = 0
    for position, letter in enumerate(text):
        depth += (letter in "[{") - (letter in "]}")
        if depth == 0:
            return text[:position + 1], text[position + 1:].strip()
    raise ValueError(text)


class Module:
    def __init__(self, text):
        self.structures = {}
        self.initial = {}  # by address, of all that globals are made of
        self.functions = {}
        self.read(text.splitlines())

    def read(self, lines):
        for line in lines:
            structure = re.match(r"(%\S+) = type \{(.*)\}", line)
            if structure:
                self.structures[structure[1]] = split(structure[2])
        name, body = None, []
        for line in lines:
            variable = re.match(r"@(\S+) = internal global (.*), align \d+$", line)
            start = re.match(r"define .*@(\w+)\((.*?)\) #", line)
            if variable:
                kind, value = split_type(variable[2])
                self.initialise((variable[1], 0), kind, value)
            elif start:
                name, parameters, body = start[1], [part.split("%")[1] for part in split(start[2])], []
            elif line == "}" and name:
                self.functions[name] = self.read_function(parameters, body)
                name = None
            elif name:
                body.append(line)

    def fields(self, kind):
        """The types that a type is made of, with their offsets; none if it is made of no others."""
        array = re.match(r"\[(\d+) x (.*)\]$", kind)
        if array:
            return [(array[2], number * self.size(array[2])) for number in range(int(array[1]))]
        offset, fields = 0, []
        for part in self.structures.get(kind, ()):
            offset += -offset % self.alignment(part)
            fields.append((part, offset))
            offset += self.size(part)
        return fields

    def alignment(self, kind):
        return max((self.alignment(part) for part, _ in self.fields(kind)), default=SIZES.get(kind))

    def size(self, kind):
        if kind in SIZES:
            return SIZES[kind]
        last, offset = self.fields(kind)[-1]
        end = offset + self.size(last)
        return end + -end % self.alignment(kind)

    def initialise(self, address, kind, value):
        if kind in SIZES:
            self.initial[address] = 0 if value == "zeroinitializer" else self.operand(value)
            return
        whole = value in ("zeroinitializer", "undef")
        values = None if whole else [split_type(part)[1] for part in split(value[1:-1])]
        for number, (part, offset) in enumerate(self.fields(kind)):
            self.initialise((address[0], address[1] + offset), part, values[number] if values else "zeroinitializer")

    def operand(self, text):
        constant = re.match(r"getelementptr (?:inbounds )?\((.*)\)$", text)
        if constant:
            return self.element(*self.element_words(constant[1]), lambda operand: operand)
        if text.startswith("%"):
            return Local(text[1:])
        if text.startswith("@"):
            return text[1:], 0
        return {"null": 0, "undef": 0, "true": 1, "false": 0}[text] if text.isalpha() else int(text)

    def typed(self, text):
        """The operand of a text such as `i32 noundef %3`, in which constants of several words may stand."""
        return self.operand(re.sub(r"^(noundef|nonnull) ", "", split_type(text)[1]))

    def element_words(self, text):
        kind, pointer, *indices = split(text)
        return kind, self.typed(pointer), [self.typed(index) for index in indices]

    def element(self, kind, pointer, indices, value):
        """The address of an element; `value` gives the value of an operand."""
        base = value(pointer)
        name, offset = base if base != 0 else ("null", 0)
        offset += value(indices[0]) * self.size(kind)
        for index in indices[1:]:
            kind, inner = self.fields(kind)[value(index)]
            offset += inner
        return name, offset

    def read_function(self, parameters, lines):
        entry = str(len(parameters))
        blocks = {entry: []}
        current = entry
        for line in lines:
            label = re.match(r"(\d+):", line)
            if label:
                current = label[1]
                blocks[current] = []
            elif line.strip():
                blocks[current].append(self.instruction(EXTRAS.sub("", line.strip())))
        return Function(parameters, entry, blocks)

    def instruction(self, line):
        assigned = re.match(r"%(\S+) = (.*)", line)
        target, text = (assigned[1], assigned[2]) if assigned else (None, line)
        for pattern, make in self.patterns():
            found = re.match(pattern, text)
            if found:
                return Instruction(text.split()[0], target, make(found))
        raise ValueError(f"unknown instruction: {line}")

    def patterns(self):
        """Pairs of a pattern and what makes the words of an instruction of its groups."""
        return (
            (r"alloca ", lambda m: ()),
            (r"load (?:atomic )?\w+, ptr (.*?)(?: (monotonic|acquire|seq_cst))?$",
             lambda m: (self.operand(m[1]), m[2])),
            (r"store (?:atomic )?(.*?)(?: (monotonic|release|seq_cst))?$",
             lambda m: (*map(self.typed, split(m[1])), m[2])),
            (r"cmpxchg ptr (.*?), \w+ (\S+), \w+ (\S+) (\w+) (\w+)$",
             lambda m: (*map(self.operand, (m[1], m[2], m[3])), m[4], m[5])),
            (r"atomicrmw (\w+) ptr (.*?), \w+ (\S+) (\w+)$",
             lambda m: (m[1], self.operand(m[2]), self.operand(m[3]), m[4])),
            (r"fence (\w+)$", lambda m: (m[1],)),
            (r"getelementptr (?:inbounds )?(.*)$", lambda m: self.element_words(m[1])),
            (r"icmp (\w+) \w+ (.*), (\S+)$", lambda m: (m[1], self.operand(m[2]), self.operand(m[3]))),
            (rf"({BINARY}) (?:nsw )?\w+ (.*), (\S+)$", lambda m: (self.operand(m[2]), self.operand(m[3]))),
            (r"(?:sext|zext|trunc) \w+ (\S+) to ", lambda m: (self.operand(m[1]),)),
            (r"extractvalue \{.*\} (\S+), (\d)", lambda m: (self.operand(m[1]), int(m[2]))),
            (r"phi \w+ (.*)$", lambda m: tuple((self.operand(a), b) for a, b in
                                               re.findall(r"\[ (\S+), %(\d+) \]", m[1]))),
            (r"br label %(\d+)$", lambda m: (m[1],)),
            (r"br i1 (\S+), label %(\d+), label %(\d+)$", lambda m: (self.operand(m[1]), m[2], m[3])),
            (r"ret void$", lambda m: (0,)),
            (r"ret (.*)$", lambda m: (self.typed(m[1]),)),
            (r"call \w+ @(\w+)\((.*)\)$", lambda m: (m[1], [self.typed(part) for part in split(m[2])])),
            (r"unreachable$", lambda m: ()),
        )
