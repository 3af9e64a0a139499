#!/usr/bin/env python3
"""Small threaded C programs from a seed, for comparing engines: `generate.py SEED > program.c`, or import
`generate`.

A program has two to four threads that read and write shared variables of several sizes, some of them overlapping, in
the open, under mutexes and read-write locks, between operations on semaphores, condition variables and barriers, in
atomic sections and by atomic operations. Main joins all threads and looks at what is left. There are no branches but
those of `assert`, and no loops, so every interleaving takes the same path and an analysis of one run can decide the
whole program.

What is asserted comes from a simulation: the program is run in Python under raddle's default schedule and under
random ones, and the asserted bound is chosen from the values seen, so that the default run violates nothing, and
some assertions fail in rare interleavings only. The number of interleavings is counted over the vectors of positions
before a program is given out; if there are too many, a shorter one is made. Nothing depends on the simulation being
right except how interesting the programs are: the engines are compared with each other.
"""
import argparse
import random
import sys

from simulate import Control, Micro, Simulation, Variable, INVISIBLE, count_interleavings, run_until_blocked

SAMPLES = 60
MUTEXES, RWLOCK, SEMAPHORES = ("lock_a", "lock_b"), "rwlock", ("sem_a", "sem_b")


class Options:
    """What may occur and how much of it. Weights are relative to each other; 0 leaves a feature out."""

    def __init__(self, **changes):
        self.threads = (2, 4)
        self.interleavings = 60000      # at most
        self.stuck = 0.1                # share of programs whose default run may block for ever
        self.main_works = 0.3           # share of programs in which main accesses memory beside the threads
        self.signals = 0.15             # share of programs in which a thread waits on a condition variable
        self.barriers = 0.15            # share of programs in which threads meet at a barrier
        self.guarded = 0.4              # share of programs in which a variable is accessed under one lock only
        self.access = 6                 # weights of statements
        self.section = 4
        self.rwlock_section = 1
        self.semaphore = 2
        self.atomic_operation = 2
        self.atomic_section = 1
        self.assertion = 2
        for name, value in changes.items():
            if not hasattr(self, name):
                raise TypeError(f"no such option: {name}")
            setattr(self, name, value)


class Assertion:
    """`expression relation bound`; relation and bound are chosen once values of the expression have been seen."""

    def __init__(self, expression):
        self.expression = expression
        self.text = None

    def decide(self, chance, observed, seen):
        low, high = min(seen), max(seen)
        others = sorted(set(seen) - {observed})
        holds = [f"<= {high}", f">= {low}", f"!= {high + chance.randint(1, 3)}", f"!= {low - 1}"]
        fails = [f"== {observed}", *(f"!= {value}" for value in others)]
        if observed < high:
            fails.append(f"< {high}")
        if observed > low:
            fails.append(f"> {low}")
        self.text = chance.choice(holds if not others or chance.random() < 0.35 else fails)


class Thread:
    """The body of one thread: lines of C (or assertions, whose text comes later) and the steps they stand for."""

    def __init__(self, number):
        self.number = number
        self.lines = []
        self.micros = []
        self.locals = []
        self.names = 0

    def add(self, line, *micros):
        self.lines.append(line)
        self.micros.extend(micros)

    def new_name(self):
        self.names += 1
        return f"r{self.number}_{self.names}"

    def steps(self):
        """The micros in groups, each of which begins with a visible or an automatic one."""
        groups, inside = [], False
        for micro in self.micros:
            if not groups or (not inside and micro.kind not in INVISIBLE):
                groups.append([])
            groups[-1].append(micro)
            inside = micro.kind == "atomic-begin" or (inside and micro.kind != "atomic-end")
        return groups


class Program:
    def __init__(self):
        self.variables = []
        self.declarations = []
        self.initial = {}
        self.semaphores = {}
        self.meeting = 0  # how many threads meet at the barrier
        self.threads = []
        self.main = Thread(0)

    def bodies(self):
        return [self.main, *self.threads]


class Writer:
    """Makes one program out of chances and options."""

    def __init__(self, chance, options, budget):
        self.chance = chance
        self.options = options
        self.budget = budget
        self.program = Program()
        self.mutexes = []
        self.guarded = chance.random() < options.guarded
        self.guards = {}  # of guarded programs: by storage a lock, or None for atomic sections

    def write(self):
        chance, program = self.chance, self.program
        self.declare_variables()
        self.mutexes = MUTEXES[:chance.choice((1, 2, 2))]
        if self.guarded:
            guards = (*self.mutexes, *self.mutexes, RWLOCK, None)
            self.guards = {name: chance.choice(guards) for name in program.initial}
        for name in SEMAPHORES[:chance.randint(0, 2)]:
            program.semaphores[name] = chance.choice((0, 1, 1, 2))
        count = chance.randint(*self.options.threads)
        program.threads = [Thread(number + 1) for number in range(count)]
        for thread in program.threads:
            self.fill(thread, max(2, self.budget // count + chance.randint(-1, 1)))
        if program.semaphores and chance.random() < 0.5:
            self.hand_over(chance.choice(sorted(program.semaphores)))
        if chance.random() < self.options.signals:
            self.add_signalling()
        if chance.random() < self.options.barriers:
            self.add_meeting()
        self.write_main()
        return program

    # Variables

    def declare(self, variable, declaration, value):
        """`value` is None for a further name of bytes that are there already."""
        self.program.variables.append(variable)
        if value is not None:
            self.program.declarations.append(declaration)
            self.program.initial[variable.storage] = bytearray(8)
            variable.store(self.program.initial, value)

    def declare_variables(self):
        chance = self.chance
        for name in "xyzw"[:chance.randint(2, 4)]:
            value = chance.choice((0, 0, 1, 2, 5))
            form = chance.choices(("plain", "atomic", "struct", "union"), (10, 3, 1, 1))[0]
            if form == "plain":
                kind = chance.choices(("int", "unsigned char", "short", "long long"), (6, 1, 1, 1))[0]
                self.declare(Variable(name, kind, name), f"{kind} {name} = {value};", value)
            elif form == "atomic":
                self.declare(Variable(name, "int", name, atomic=True), f"atomic_int {name} = {value};", value)
            elif form == "struct":
                # The members do not overlap, so each has a storage of its own here.
                self.declare(Variable(f"{name}.little", "short", f"{name}.little"),
                             f"struct {{\n    short little;\n    int big;\n}} {name} = {{{value}, 1}};", value)
                self.declare(Variable(f"{name}.big", "int", f"{name}.big"), "", 1)
            else:
                self.declare(Variable(f"{name}.whole", "int", name),
                             f"union {{\n    int whole;\n    short halves[2];\n    unsigned char bytes[4];\n}} "
                             f"{name} = {{{value}}};", value)
                part = chance.choice((("halves[0]", "short", 0), ("halves[1]", "short", 2),
                                      ("bytes[1]", "unsigned char", 1)))
                self.declare(Variable(f"{name}.{part[0]}", part[1], name, part[2]), None, None)
        self.program.declarations = [text for text in self.program.declarations if text]

    def pick_variable(self, atomic=False, held=None):
        """A variable that may be accessed like this with `held` (of guarded programs: a set of guards), or None."""
        fitting = [v for v in self.program.variables if v.atomic == atomic and
                   (atomic or held is None or not self.guarded or self.guards[v.storage] in held)]
        return self.chance.choice(fitting) if fitting else None

    # Statements

    def fill(self, thread, budget):
        """Adds statements of about `budget` visible steps."""
        begin = len(thread.steps())
        while len(thread.steps()) - begin < budget:
            self.add_statement(thread, budget - (len(thread.steps()) - begin))

    def add_statement(self, thread, room):
        options = self.options
        kinds = {self.add_access: options.access, self.add_atomic_operation: options.atomic_operation,
                 self.add_assertion: options.assertion}
        if room >= 3:
            kinds[self.add_section] = options.section
            kinds[self.add_rwlock_section] = options.rwlock_section
            kinds[self.add_atomic_section] = options.atomic_section
        if self.program.semaphores:
            kinds[self.add_semaphore] = options.semaphore
        self.chance.choices(list(kinds), list(kinds.values()))[0](thread)

    def operand(self, thread):
        if thread.locals and self.chance.random() < 0.7:
            return self.chance.choice(thread.locals)
        return str(self.chance.randint(0, 4))

    def expression(self, thread):
        left = self.operand(thread)
        if self.chance.random() < 0.35:
            return left
        operator = self.chance.choices(("+", "-", "*", "^", "&", "|"), (6, 2, 1, 1, 1, 1))[0]
        right = str(self.chance.randint(1, 3)) if operator == "*" else self.operand(thread)
        return f"{left} {operator} {right}"

    def add_access(self, thread, held=frozenset(), writes=True):
        """An access to a plain variable; in a guarded program, one whose guard is held, or a section around it."""
        chance = self.chance
        variable = self.pick_variable(held=held)
        if variable is None:
            variable = self.pick_variable()
            if variable is None or held:
                self.add_atomic_operation(thread)
            elif self.guards[variable.storage] is None:
                self.add_atomic_section(thread)
            elif self.guards[variable.storage] == RWLOCK:
                self.add_rwlock_section(thread)
            else:
                self.add_section(thread, mutex=self.guards[variable.storage])
            return
        form = chance.choices(("read", "write", "change", "copy"), (4, 4, 3, 1) if writes else (1, 0, 0, 0))[0]
        name = thread.new_name()
        if form == "read":
            thread.add(f"{variable.kind} {name} = {variable.text};", Micro("read", variable, name))
            thread.locals.append(name)
        elif form == "write":
            value = self.expression(thread)
            thread.add(f"{variable.text} = {value};", Micro("write", variable, expression=value))
        elif form == "change":
            value = self.operand(thread)
            thread.add(chance.choice((f"{variable.text} += {value};", f"{variable.text} = {variable.text} + {value};")),
                       Micro("read", variable, name), Micro("write", variable, expression=f"{name} + {value}"))
        else:
            source = self.pick_variable(held=held)
            thread.add(f"{variable.text} = {source.text};", Micro("read", source, name),
                       Micro("write", variable, expression=name))

    def add_atomic_operation(self, thread):
        """C11 operations on atomic variables, and the compiler's own on plain ones."""
        chance = self.chance
        variable = self.pick_variable(atomic=True)
        plain = None if self.guarded else self.pick_variable()
        if variable is None or (plain is not None and chance.random() < 0.2):
            if plain is None:
                return
            variable = plain
        name, value = thread.new_name(), self.expression(thread)
        form = chance.choice(("fetch_add", "fetch_sub", "exchange", "load", "store", "swap"))
        target = f"&{variable.text}"
        prefix, order = ("atomic_", "") if variable.atomic else ("__atomic_", ", __ATOMIC_SEQ_CST")
        suffix = "" if variable.atomic or form.startswith("fetch") else "_n"
        declared = f"{variable.kind} {name} = "
        if form == "load":
            thread.add(f"{declared}{prefix}load{suffix}({target}{order});", Micro("read", variable, name))
        elif form == "store":
            thread.add(f"{prefix}store{suffix}({target}, {value}{order});", Micro("write", variable, expression=value))
            return
        elif form == "swap":
            expected = chance.randint(0, 3)
            result = f"({value}) if {name} == {expected} else {name}"
            target = f"(int *){target}" if variable.atomic else target
            thread.add(f"{declared}__sync_val_compare_and_swap({target}, {expected}, {value});",
                       Micro("update", variable, name, result))
        else:
            result = {"fetch_add": f"{name} + ({value})", "fetch_sub": f"{name} - ({value})", "exchange": value}[form]
            thread.add(f"{declared}{prefix}{form}{suffix}({target}, {value}{order});",
                       Micro("update", variable, name, result))
        thread.locals.append(name)

    def add_inside(self, thread, held, writes=True):
        """What there is inside a section."""
        if self.options.assertion and self.chance.random() < 0.2:
            self.add_assertion(thread, held)
        else:
            self.add_access(thread, held, writes)

    def add_section(self, thread, outer=None, mutex=None):
        """A critical section; one within another may take the locks in the other order in another thread."""
        chance = self.chance
        free = [name for name in self.mutexes if name != outer]
        mutex = mutex or chance.choice(free)
        held = frozenset((mutex, outer)) - {None}
        thread.add(f"pthread_mutex_lock(&{mutex});", Micro("lock", mutex))
        if outer is None and len(free) > 1 and chance.random() < 0.7:
            if chance.random() < 0.3:
                self.add_access(thread, held)
            self.add_section(thread, mutex)
        else:
            for _ in range(chance.choice((1, 1, 2))):
                self.add_inside(thread, held)
        thread.add(f"pthread_mutex_unlock(&{mutex});", Micro("unlock", mutex))

    def add_rwlock_section(self, thread):
        """Under a read lock a guarded program only reads."""
        reading = self.chance.random() < 0.6
        thread.add(f"pthread_rwlock_{'rd' if reading else 'wr'}lock(&{RWLOCK});",
                   Micro("read-lock" if reading else "write-lock", RWLOCK))
        for _ in range(self.chance.choice((1, 1, 2))):
            self.add_inside(thread, frozenset((RWLOCK,)), writes=not reading or not self.guarded)
        thread.add(f"pthread_rwlock_unlock(&{RWLOCK});", Micro("rwlock-unlock", RWLOCK))

    def add_atomic_section(self, thread):
        thread.add("__VERIFIER_atomic_begin();", Micro("atomic-begin"))
        for _ in range(self.chance.randint(1, 3)):
            self.add_inside(thread, frozenset((None,)))
        thread.add("__VERIFIER_atomic_end();", Micro("atomic-end"))

    def add_wait(self, thread, name):
        thread.add(f"sem_wait(&{name});", Micro("wait", name))

    def add_post(self, thread, name):
        thread.add(f"sem_post(&{name});", Micro("post", name))

    def add_semaphore(self, thread):
        """Around an access, or one half only: then it is up to the other threads whether this one goes on."""
        name = self.chance.choice(sorted(self.program.semaphores))
        form = self.chance.choices(("around", "wait", "post"), (4, 1, 2))[0]
        if form != "post":
            self.add_wait(thread, name)
        if form == "around":
            self.add_access(thread)
        if form != "wait":
            self.add_post(thread, name)

    def hand_over(self, name):
        """One thread posts at its end, another one waits there."""
        giver, taker = self.chance.sample(self.program.threads, 2)
        self.add_post(giver, name)
        self.add_wait(taker, name)
        self.add_access(taker)

    def add_signalling(self):
        """One or two threads wait on a condition variable without a predicate; the last one signals."""
        chance, mutex = self.chance, self.chance.choice(self.mutexes)
        count = min(chance.choice((1, 1, 2)), len(self.program.threads) - 1)
        for taker in self.program.threads[:count]:
            taker.add(f"pthread_mutex_lock(&{mutex});", Micro("lock", mutex))
            taker.add(f"pthread_cond_wait(&condition, &{mutex});", Micro("sleep", mutex), Micro("relock", mutex))
            self.add_inside(taker, frozenset((mutex,)))
            taker.add(f"pthread_mutex_unlock(&{mutex});", Micro("unlock", mutex))
        giver = self.program.threads[-1]
        locked = chance.random() < 0.5
        if locked:
            giver.add(f"pthread_mutex_lock(&{mutex});", Micro("lock", mutex))
        for kind in ("broadcast",) if chance.random() < 0.3 else ("signal",) * count:
            giver.add(f"pthread_cond_{kind}(&condition);", Micro(kind))
        if locked:
            giver.add(f"pthread_mutex_unlock(&{mutex});", Micro("unlock", mutex))

    def add_meeting(self):
        """Some threads meet at a barrier; the rest does not care."""
        chance, program = self.chance, self.program
        program.meeting = chance.randint(2, len(program.threads))
        for thread in chance.sample(program.threads, program.meeting):
            thread.add("pthread_barrier_wait(&barrier);", Micro("arrive"), Micro("leave"))
            if chance.random() < 0.7:
                self.add_access(thread)

    def add_assertion(self, thread, held=frozenset()):
        if thread.locals and self.chance.random() < 0.5:
            expression = self.chance.choice(thread.locals)
            micros = []
        else:
            variable = self.pick_variable(atomic=self.chance.random() < 0.3, held=held)
            if variable is None:
                return
            name = thread.new_name()
            expression, micros = variable.text, [Micro("read", variable, name)]
        assertion = Assertion(expression)
        value = micros[0].local if micros else expression
        thread.add(assertion, *micros, Micro("assert", assertion, expression=value))

    def write_main(self):
        chance, main = self.chance, self.program.main
        if chance.random() < self.options.main_works:
            self.fill(main, chance.randint(1, 2))
        order = list(self.program.threads)
        if chance.random() < 0.2:
            chance.shuffle(order)
        for thread in order:
            main.add(f"pthread_join(t{thread.number}, NULL);", Micro("join", thread.number))
        for _ in range(chance.randint(1, 2)):
            names = []
            for variable in chance.sample(self.program.variables, chance.choice((1, 1, 2))):
                name = main.new_name()
                main.add(f"{variable.kind} {name} = {variable.text};", Micro("read", variable, name))
                names.append(name)
            expression = f" {chance.choice('+-')} ".join(names)
            assertion = Assertion(expression)
            main.add(assertion, Micro("assert", assertion, expression=expression))


def print_body(thread):
    return [f"    assert({line.expression} {line.text});" if isinstance(line, Assertion) else f"    {line}"
            for line in thread.lines if not isinstance(line, Assertion) or line.text]


def print_program(program, title):
    lines = [f"/* {title} */", "#include <assert.h>", "#include <pthread.h>", "#include <semaphore.h>",
             "#include <stdatomic.h>", "#include <stddef.h>", "",
             "extern void __VERIFIER_atomic_begin(void);", "extern void __VERIFIER_atomic_end(void);", "",
             *program.declarations]
    lines += [f"pthread_mutex_t {name} = PTHREAD_MUTEX_INITIALIZER;" for name in MUTEXES]
    lines += [f"pthread_rwlock_t {RWLOCK} = PTHREAD_RWLOCK_INITIALIZER;",
              "pthread_cond_t condition = PTHREAD_COND_INITIALIZER;", "pthread_barrier_t barrier;"]
    lines += [f"sem_t {name};" for name in program.semaphores]
    for thread in program.threads:
        lines += ["", f"void *thread_{thread.number}(void *argument)", "{", *print_body(thread),
                  "    return argument;", "}"]
    lines += ["", "int main(void)", "{", f"    pthread_t {', '.join(f't{t.number}' for t in program.threads)};"]
    lines += [f"    sem_init(&{name}, 0, {value});" for name, value in program.semaphores.items()]
    if program.meeting:
        lines.append(f"    pthread_barrier_init(&barrier, NULL, {program.meeting});")
    lines += [f"    pthread_create(&t{t.number}, NULL, thread_{t.number}, NULL);" for t in program.threads]
    lines += [*print_body(program.main), "    return 0;", "}", ""]
    return "\n".join(lines)


def decide_assertions(control, chance):
    """Chooses what is asserted; an assertion that the default run does not reach is dropped. Returns whether that run
    ends."""
    observed = Simulation(control)
    ends = observed.run(run_until_blocked)
    seen = {assertion: [value] for assertion, value in observed.noted.items()}
    for _ in range(SAMPLES):
        simulation = Simulation(control)
        simulation.run(lambda choices, last: chance.choice(choices))
        for assertion, value in simulation.noted.items():
            seen.setdefault(assertion, []).append(value)
    for assertion, values in seen.items():
        if assertion in observed.noted:
            assertion.decide(chance, values[0], values)
    return ends


def generate(seed, options=None):
    """The text of the program with this number."""
    options = options or Options()
    chance = random.Random(seed)
    may_block = chance.random() < options.stuck
    budget = chance.randint(8, 14)
    for attempt in range(200):
        program = Writer(chance, options, budget).write()
        control = Control(program)
        if count_interleavings(control, options.interleavings) > options.interleavings:
            if attempt % 3 == 2 and budget > 6:
                budget -= 1
        elif decide_assertions(control, chance) or may_block:
            return print_program(program, f"generate.py {seed}")
    raise RuntimeError(f"seed {seed}: no program found that is small enough")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    for name, value in vars(Options()).items():
        if not isinstance(value, tuple):
            parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    parser.add_argument("--threads", type=int, nargs=2, default=Options().threads, metavar=("LEAST", "MOST"))
    arguments = vars(parser.parse_args())
    seed = arguments.pop("seed")
    sys.stdout.write(generate(seed, Options(**arguments)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
