"""Smaller programs than one that shows something: `smaller_programs`."""
from memory.language import If, Program, parse


def smaller_code(code):
    """Without a statement, or with what is inside of a condition instead of it."""
    for place, statement in enumerate(code):
        before, after = code[:place], code[place + 1:]
        yield before + after
        if isinstance(statement, If):
            yield before + statement.body + after
            for body in smaller_code(statement.body):
                if body:
                    yield before + (statement._replace(body=body),) + after


def smaller_programs(program):
    """Those with a thread, a statement or a condition less; the largest steps first."""
    threads = program.threads
    shorter = [threads[:number] + threads[number + 1:] for number in range(len(threads)) if len(threads) > 1]
    for number, code in enumerate(threads):
        shorter += [threads[:number] + (other,) + threads[number + 1:] for other in smaller_code(code) if other]
    for candidate in map(Program, shorter):
        if is_valid(candidate):
            yield candidate


def is_valid(program):
    try:
        return bool(program.locations()) and parse(str(program)) == program
    except ValueError:
        return False
