"""Programs about memory orders as C: threads of pthreads, atomic operations of stdatomic.h, and in main, after all have
been joined, an assertion about how it ended.

A thread returns its registers, four bits each, so that they are no shared memory; so a value may be 15 at most.
"""
from memory.language import Fence, If, Load, Store

ORDERS = {"rlx": "relaxed", "con": "consume", "acq": "acquire", "rel": "release", "acq_rel": "acq_rel", "sc": "seq_cst"}
UPDATES = {"X": "exchange", "A": "fetch_add"}
BITS = 4


def order_name(order):
    return f"memory_order_{ORDERS[order]}"


def statement_lines(statement, indent):
    if isinstance(statement, If):
        comparison = "==" if statement.equal else "!="
        yield f"{indent}if ({statement.register} {comparison} {statement.value}) {{"
        for inner in statement.body:
            yield from statement_lines(inner, indent + "    ")
        yield indent + "}"
    elif isinstance(statement, Fence):
        yield f"{indent}atomic_thread_fence({order_name(statement.order)});"
    elif statement.order == "na":
        yield f"{indent}{plain_access(statement)};"
    elif isinstance(statement, Load):
        load = f"atomic_load_explicit(&{statement.location}, {order_name(statement.order)})"
        yield f"{indent}{statement.register} = {load};"
    elif isinstance(statement, Store):
        yield f"{indent}atomic_store_explicit(&{statement.location}, {statement.value}, {order_name(statement.order)});"
    else:
        yield from update_lines(statement, indent)


def plain_access(statement):
    if isinstance(statement, Load):
        return f"{statement.register} = {statement.location}"
    return f"{statement.location} = {statement.value}"


def update_lines(update, indent):
    register, where, order = update.register, f"&{update.location}", order_name(update.order)
    if update.action != "C":
        yield f"{indent}{register} = atomic_{UPDATES[update.action]}_explicit({where}, {update.value}, {order});"
        return
    # The register holds what is expected, and after the call what was found, be it that or not.
    yield f"{indent}{register} = {update.expected};"
    yield f"{indent}atomic_compare_exchange_strong_explicit({where}, &{register}, {update.value}, {order},"
    yield f"{indent}                                        {order_name(update.failure)});"


def thread_lines(program, number):
    registers = program.registers(number)
    yield f"static void *thread_{number}(void *unused)"
    yield "{"
    yield "    (void)unused;"
    for register in registers:
        yield f"    int {register} = 0;"
    for statement in program.threads[number]:
        yield from statement_lines(statement, "    ")
    packed = " | ".join(f"(uintptr_t){register} << {BITS * place}" for place, register in enumerate(registers))
    yield f"    return (void *)({packed});" if registers else "    return NULL;"
    yield "}"
    yield ""


def final_lines(program):
    """In main: each register and location in a variable, the locations as `final_x`."""
    for number in range(len(program.threads)):
        yield f"    void *result_{number};"
        yield f"    pthread_join(handle_{number}, &result_{number});"
    for number in range(len(program.threads)):
        for place, register in enumerate(program.registers(number)):
            yield f"    int {register} = (uintptr_t)result_{number} >> {BITS * place} & {(1 << BITS) - 1};"
    plain = program.plain_locations()
    for location in program.locations():
        value = location if location in plain else f"atomic_load_explicit(&{location}, memory_order_relaxed)"
        yield f"    int final_{location} = {value};"


def condition_text(program, pairs):
    """That names have these values, in C."""
    locations = program.locations()
    return " && ".join(f"{'final_' if name in locations else ''}{name} == {value}" for name, value in pairs)


def pack(values):
    """The number that tells an outcome, a tuple of pairs, from others; see `packed_text`."""
    return sum(value << BITS * place for place, (_, value) in enumerate(values))


def packed_text(program, names):
    """That number in C."""
    locations = program.locations()
    return " | ".join(f"(uint64_t){'final_' if name in locations else ''}{name} << {BITS * place}"
                      for place, name in enumerate(names))


def translate(program, end):
    """The program, which closes with these lines of C in main, after the values of the end are there: see
    `final_lines`."""
    plain = program.plain_locations()
    lines = [f"// {code}" for code in str(program).split(" || ")]
    lines += [f"#include <{header}.h>" for header in ("assert", "pthread", "stdatomic", "stddef", "stdint")] + [""]
    lines += [f"static {'int' if location in plain else 'atomic_int'} {location};" for location in program.locations()]
    lines += [""]
    for number in range(len(program.threads)):
        lines += thread_lines(program, number)
    lines += ["int main(void)", "{"]
    for number in range(len(program.threads)):
        lines += [f"    pthread_t handle_{number};",
                  f"    pthread_create(&handle_{number}, NULL, thread_{number}, NULL);"]
    lines += [*final_lines(program), *(f"    {line}" for line in end), "    return 0;", "}", ""]
    return "\n".join(lines)
