"""Makes a program smaller as long as something holds of it: `shrink_program`.

Generated programs are indented by four spaces per level, with one statement or one end of a block per line, so lines
and their indentation are all that is looked at. What does not compile any more is up to the caller to refuse.
"""
import itertools
import re
import time

# What stands at the top level of a function and would leave something undefined behind.
KEPT = re.compile(r"    (return\b|pthread_(t |create|join|barrier_init)|sem_init)")


def is_statement(line):
    """A line inside a function that may be left out alone."""
    return line.startswith("    ") and not KEPT.match(line) and not re.match(r"\s*[{}]", line) and \
        not line.endswith("{") and not line.strip().startswith(("case ", "default:", "break;"))


def depth(line):
    return len(line) - len(line.lstrip())


def block_end(lines, first):
    """The line that closes the block that the line `first` opens: `}` or `} else {`."""
    for number in range(first + 1, len(lines)):
        if lines[number].startswith(" " * depth(lines[first]) + "}"):
            return number
    return first


def whole_end(lines, first):
    """The last line of the block that the line `first` opens, what follows it as its else included."""
    end = block_end(lines, first)
    while lines[end].endswith("{") and end > first:
        end = block_end(lines, end)
    return end


def opens_block(line):
    return line.startswith("    ") and line.endswith("{") and not line.strip().startswith("}")


def without(lines, chosen):
    return [line for number, line in enumerate(lines) if number not in chosen]


def unindented(lines):
    return [line[4:] for line in lines]


def function_lines(lines, first):
    """The lines of the function whose first line that is."""
    return set(range(first, lines.index("}", first) + 1))


def whole_threads(lines):
    """Without a thread: its creation and join, wherever they are, and its function; or without those threads whose
    handles are in one array, and the loops around their creation and join."""
    for line in lines:
        created = re.match(r"\s+pthread_create\(&(t(\d))\b", line)
        if created:
            chosen = {i for i, other in enumerate(lines)
                      if f"(&{created[1]}," in other or f"pthread_join({created[1]}," in other}
            for first, other in enumerate(lines):
                if other.startswith(f"void *thread_{created[2]}("):
                    chosen |= function_lines(lines, first)
            yield without(lines, chosen)
            yield without(lines, {i for i in chosen if "pthread_" in lines[i]})
    for array in sorted(set(re.findall(r"pthread_create\(&(\w+)\[", "\n".join(lines)))):
        named = {i for i, line in enumerate(lines) if re.search(rf"pthread_\w+\(&?{array}\[", line)}
        yield without(lines, named)
        around = set(named)
        for first, line in enumerate(lines):
            end = whole_end(lines, first) if opens_block(line) else first
            if named & set(range(first, end)):
                around |= set(range(first, end + 1))
        yield without(lines, around)


def blocks(lines):
    """Without a block and what follows it as its else; with one side of it only; with what is inside instead of it, in
    the first round of a loop that counts."""
    for first, line in enumerate(lines):
        if not opens_block(line):
            continue
        middle, end = block_end(lines, first), whole_end(lines, first)
        if end == first:
            continue
        if line.strip().startswith(("case ", "default:")):
            yield lines[:first] + lines[end + 2:]
            continue
        yield lines[:first] + lines[end + 1:]
        inside = unindented(lines[first + 1:middle])
        yield lines[:first] + inside + lines[end + 1:]
        counter = re.match(r"\s*for \(int (\w+) = (\w+);", line)
        if counter:
            yield [*lines[:first], *(re.sub(rf"\b{counter[1]}\b", counter[2], text) for text in inside),
                   *lines[end + 1:]]
        if middle != end:
            yield lines[:first] + unindented(lines[middle + 1:end]) + lines[end + 1:]
            yield lines[:middle] + lines[end:]


def statements(lines):
    """Without an input and its assumption; without the ends of a stretch such as a lock and its unlock; without one
    statement."""
    for first, line in enumerate(lines):
        if "= __VERIFIER_nondet_" in line:
            yield without(lines, {first, first + 1} if "assume(" in lines[first + 1] else {first})
            yield [*lines[:first], re.sub(r"__VERIFIER_nondet_\w+\(\)", "1", line), *lines[first + 1:]]
    for distance in (8, 7, 6, 5, 4, 3, 2, 1, 0):
        for first in range(len(lines) - distance):
            chosen = {first, first + distance}
            if all(is_statement(lines[number]) for number in chosen) and \
                    depth(lines[first]) == depth(lines[first + distance]):
                yield without(lines, chosen)


def declarations(lines):
    """Without a function other than main, or a global."""
    for number, line in enumerate(lines[:-1]):
        if lines[number + 1] == "{" and not line.startswith("int main("):
            yield without(lines, function_lines(lines, number))
    for number, line in enumerate(lines):
        if line and not line.startswith((" ", "#", "{", "}")) and line.endswith(";"):
            yield without(lines, {number})


def operands(lines):
    """With one side of an operator in a condition or on the right of an assignment."""
    for number, line in enumerate(lines):
        if line.startswith("    ") and "assume" not in line:
            for found in re.finditer(r"(\([^()]*\)|!?[\w\[\]]+) (&&|\|\||\+|-|\^|&) (\([^()]*\)|!?[\w\[\]]+)", line):
                for side in (found[1], found[3]):
                    yield [*lines[:number], line[:found.start()] + side + line[found.end():], *lines[number + 1:]]


def numbers(lines):
    """With a constant that is less by one: fewer rounds and threads, smaller arrays."""
    for number, line in enumerate(lines):
        if not line.startswith(("#", "/*")) and "assume" not in line:
            for found in re.finditer(r"\b[1-9]\d*\b", line):
                yield [*lines[:number], f"{line[:found.start()]}{int(found[0]) - 1}{line[found.end():]}",
                       *lines[number + 1:]]


def size(lines):
    """By characters, then by the sum of all constants."""
    return sum(map(len, lines)), sum(int(text) for line in lines for text in re.findall(r"\b\d+\b", line))


def shrink_program(text, holds, seconds):
    """The smallest program found by leaving out parts of `text` as long as `holds`, a function of a text. After each
    success it goes on with the candidate of the same number: those before it did not hold a moment ago.
    """
    lines, until = text.split("\n"), time.monotonic() + seconds
    changed = True
    while changed:
        changed = False
        for part in (whole_threads, blocks, statements, operands, numbers, declarations):
            number = 0
            while time.monotonic() < until:
                shorter = next(itertools.islice(part(lines), number, None), None)
                if shorter is None:
                    break
                if size(shorter) < size(lines) and holds("\n".join(shorter)):
                    lines, changed = shorter, True
                else:
                    number += 1
    return "\n".join(lines)
