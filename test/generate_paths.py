#!/usr/bin/env python3
"""Small threaded C programs with branches and inputs from a seed, for comparing engines that explore paths:
`generate_paths.py SEED > program.c`, or import `generate`.

A program has one to three threads beside main, made of what grammar.py has: one function each, or one for two of them;
created by main, or one by another; and they cooperate by a condition variable, a waiting loop or a barrier.
"""
import sys

import grammar
from grammar import Scope, Writer
from simulate import Place, Statement, Thread, block, execute_all, local_value

INTERLEAVINGS = 80000  # over all vectors of inputs, at most


class PathWriter(Writer):
    """One to three threads, each with a name."""

    def write(self):
        chance, program = self.chance, self.program
        self.declare_memory()
        program.threads = [Thread(number + 1) for number in range(chance.choice((1, 2, 2, 2, 3)))]
        count = len(program.threads)
        main = Scope(program.main)
        if not program.cell and self.often(0.2):
            self.add_helper()
        self.room = 4
        self.add_beginning(main)
        for thread in program.threads:
            self.room = max(2, self.budget // count + chance.randint(-1, 1))
            scope = Scope(thread, free=not self.guarded)
            if program.arguments[thread.number] is not None:
                thread.statements.append(self.take_argument(scope))
            thread.statements += self.fill(scope)
        if count > 1 and self.often(0.15):
            self.share_function()
        elif count > 1:
            self.add_cooperation()
        self.add_creation(main)
        return program

    def declare_further(self):
        """A local variable of main, whose address all threads get."""
        if self.often(0.12):
            self.program.cell = True
            self.program.initial["cell"] = 0
            self.places.append(Place.variable("*cell"))
            self.places[-1].locate = Place.variable("cell").locate

    def take_argument(self, scope):
        name = self.new_name()

        def execute(run, local):
            local.values[name] = local.values["argument"]
            return
            yield
        scope.values.append((local_value(name), self.program.arguments[scope.thread.number][1]))
        return Statement([f"int {name} = (int)(long)argument;"], execute)

    # What several threads do together

    def share_function(self):
        """The last two threads run the same function, unless it reads an input, whose name would not be unique then."""
        *_, first, second = self.program.threads
        text = "\n".join(line for thread in (first, second) for line in thread.render())
        if "__VERIFIER_nondet" not in text and self.program.arguments[first.number] is None:
            self.program.functions[second.number] = first.number
            self.program.arguments[second.number] = None
            second.statements = first.statements

    def insert(self, thread, statement):
        """At the top level of the thread, behind what takes the argument."""
        thread.statements.insert(self.chance.randint(min(1, len(thread.statements)), len(thread.statements)), statement)

    def add_cooperation(self):
        chance, threads = self.chance, self.program.threads
        giver, *takers = chance.sample(threads, chance.choice((2, len(threads))))
        kind = chance.choices(("none", "condition", "flag", "barrier"), (4, 2, 2, 0.7))[0]
        if kind == "condition":
            self.declare(None, "int ready = 0;", {"ready": 0})
            for taker in takers:
                self.insert(taker, self.wait_for_ready(Scope(taker)))
            self.insert(giver, self.maybe(giver, self.make_ready()))
        elif kind == "flag":
            plain = not self.guarded and self.often(0.4)
            self.declare(None, f"{'int' if plain else 'atomic_int'} flag = 0;", {"flag": 0})
            for taker in takers:
                self.insert(taker, self.wait_for_flag())
            self.insert(giver, self.maybe(giver, self.set_flag()))
        elif kind == "barrier":
            self.program.meeting = 1 + len(takers)
            self.declare(None, "pthread_barrier_t barrier;", {"arrived": 0})
            for thread in (giver, *takers):
                self.insert(thread, self.meet())

    def meet(self):
        def execute(run, local):
            yield
            run.memory["arrived"] += 1
            yield "forced", lambda: run.memory["arrived"] == self.program.meeting
        return Statement(["pthread_barrier_wait(&barrier);"], execute)

    def maybe(self, thread, statement):
        """The statement, sometimes under a condition."""
        if self.often(0.6):
            return statement
        condition = self.condition(Scope(thread, free=not self.guarded))

        def execute(run, local):
            if (yield from condition.evaluate(run, local)):
                yield from statement.execute(run, local)
        return Statement(block(f"if ({condition.bare}) {{", [statement]), execute)

    def wait_for_ready(self, scope):
        keyword = "while" if self.often(0.8) else "if"
        self.room = 1
        after = self.fill(self.held_inside(scope, "lock_a"), 1)

        def execute(run, local):
            yield lambda: "lock_a" not in run.owners
            run.owners["lock_a"] = local.number
            while True:
                yield
                if run.memory["ready"]:
                    break
                yield
                waiters = run.waiters.setdefault("condition", [])
                waiters.append(local.number)
                run.owners.pop("lock_a", None)
                yield lambda: local.number not in waiters and "lock_a" not in run.owners
                run.owners["lock_a"] = local.number
                if keyword == "if":
                    break
            yield from execute_all(after, run, local)
            yield
            run.owners.pop("lock_a", None)
        return Statement(["pthread_mutex_lock(&lock_a);", f"{keyword} (!ready) {{",
                          "    pthread_cond_wait(&condition, &lock_a);", "}",
                          *(line for s in after for line in s.lines), "pthread_mutex_unlock(&lock_a);"], execute)

    def make_ready(self):
        kind, locked = self.chance.choice(("signal", "signal", "broadcast")), self.guarded or self.often(0.8)

        def execute(run, local):
            if locked:
                yield lambda: "lock_a" not in run.owners
                run.owners["lock_a"] = local.number
            yield
            run.memory["ready"] = 1
            yield
            waiters = run.waiters.setdefault("condition", [])
            if waiters and kind == "signal":
                waiters.remove(run.pick(list(waiters)))
            elif waiters:
                waiters.clear()
            if locked:
                yield
                run.owners.pop("lock_a", None)
        lines = ["ready = 1;", f"pthread_cond_{kind}(&condition);"]
        if locked:
            lines = ["pthread_mutex_lock(&lock_a);", *lines, "pthread_mutex_unlock(&lock_a);"]
        return Statement(lines, execute)

    def wait_for_flag(self):
        def execute(run, local):
            yield
            if not run.memory["flag"]:
                yield lambda: run.memory["flag"]
        return Statement(["while (!flag) {", "}"], execute)

    def set_flag(self):
        def execute(run, local):
            yield
            run.memory["flag"] = 1
        return Statement(["flag = 1;"], execute)

    # Main

    def add_beginning(self, scope):
        """Inputs of main, and what becomes of them: initial values and arguments of threads."""
        main = self.program.main
        for _ in range(self.chance.choice((0, 1, 1, 2))):
            statement = self.add_input(scope)
            if statement is not None:
                main.statements.append(statement)
        if scope.values and self.often(0.6):
            main.statements.append(self.add_access(scope))
        self.program.arguments = {thread.number: self.chance.choice(scope.values)
                                  if scope.values and not self.program.cell and self.often(0.4) else None
                                  for thread in self.program.threads}

    def creation(self, thread, inside=None):
        argument = self.program.arguments[thread.number] if inside is None else None

        def execute(run, local):
            value = (yield from argument[0].evaluate(run, local)) if argument else 0
            local.values[f"t{thread.number}"] = run.create(thread, value)
        passed = "cell" if self.program.cell else f"(void *)(long){argument[0].text}" if argument else "NULL"
        function = self.program.functions.get(thread.number, thread.number)
        return Statement([f"pthread_create(&t{thread.number}, NULL, thread_{function}, {passed});"], execute)

    def join(self, thread):
        def execute(run, local):
            yield "forced", lambda: run.ended(local.values[f"t{thread.number}"])
        return Statement([f"pthread_join(t{thread.number}, NULL);"], execute)

    def add_creation(self, scope):
        """Main creates the threads, or one of them creates the last one, and joins them, or most of them."""
        chance, main, threads = self.chance, self.program.main, list(self.program.threads)
        if len(threads) > 1 and self.program.arguments[threads[-1].number] is None and \
                not self.program.functions and self.often(0.2):
            child = threads.pop()
            parent = chance.choice(threads)

            def declare(run, local):
                return
                yield
            declaration = Statement([f"pthread_t t{child.number};"], declare)
            pieces = [declaration, self.creation(child, parent)]
            if self.often(0.7):
                pieces.append(self.join(child))
            place = chance.randint(0, len(parent.statements))
            if len(pieces) == 3 and self.often(0.5):
                parent.statements.append(pieces.pop())
            parent.statements[place:place] = pieces
            if child in self.program.threads:
                self.program.threads.remove(child)
                self.program.threads.insert(0, child)
        self.created = threads
        main.statements += [self.creation(thread) for thread in threads]
        scope.free = not self.guarded
        if len(threads) == 1 or self.often(0.25):
            self.room = chance.randint(1, 3)
            main.statements += self.fill(scope)
        main.statements += [self.join(thread) for thread in threads if self.often(0.93)]
        scope.free = True
        self.room = 6
        main.statements += [self.add_assertion(scope) for _ in range(chance.randint(0, 2))]

    def print_program(self, title):
        program = self.program
        lines = grammar.print_beginning(program, title)
        for thread in program.threads:
            if thread.number not in program.functions:
                lines += ["", f"void *thread_{thread.number}(void *argument)", "{"]
                lines += ["    int *cell = argument;"] * program.cell
                lines += [*thread.render(), "    return argument;", "}"]
        lines += ["", "int main(void)", "{"]
        lines += ["    int number = 0;", "    int *cell = &number;"] * program.cell
        lines += [f"    pthread_t {', '.join(f't{t.number}' for t in self.created)};"]
        lines += [f"    sem_init(&sem, 0, {value});" for value in program.semaphores.values()]
        lines += [f"    pthread_barrier_init(&barrier, NULL, {program.meeting});"] * bool(program.meeting)
        return "\n".join([*lines, *program.main.render(), "    return 0;", "}", ""])


def generate(seed, most=INTERLEAVINGS):
    """The text of the program with this number."""
    return grammar.generate_program(PathWriter, seed, f"generate_paths.py {seed}", most)


if __name__ == "__main__":
    sys.exit(grammar.run_generator(generate, __doc__, INTERLEAVINGS))
