#!/usr/bin/env python3
"""Small threaded C programs that make their threads as they go, from a seed, for comparing engines that explore paths:
`generate_dynamic.py SEED > program.c`, or import `generate`.

How many threads there are depends on a loop, an input, or what other threads have written: main or a thread creates
them in a loop or under conditions, into an array of handles, or each creates the next. They run one function or one of
two, picked by a condition or from a table, and are joined in a loop, forwards or backwards, detached, or forgotten.
They get a number, a pointer to an element of an array or to a structure with a pointer in it, memory of their own that
they free, or, carelessly, the address of main's counter; and cooperate by a counter under a condition variable, a
semaphore, turns or a barrier. Beside what grammar.py has, there are locks in an array, functions that take pointers, an
array of pointers some of which are null, memory on the heap that a thread may free, and a list whose nodes threads
link.
"""
import sys

import grammar
from grammar import Scope, Writer
from simulate import (Ending, Expression, Place, Statement, Thread, binary, constant, execute_all, indented,
                      local_value)

MOST = 3                # threads that one loop creates, and elements of arrays
INTERLEAVINGS = 15000   # over all vectors of inputs, at most

FUNCTIONS = {
    "add": ["static void add(int *where, int n)", "{", "    *where = *where + n;", "}"],
    "take": ["static int take(int *where)", "{", "    int old = *where;", "    *where = 0;", "    return old;", "}"],
}


def text_only(*lines):
    """A statement that the simulation has no need of."""
    def execute(run, local):
        return
        yield
    return Statement(list(lines), execute)


def load(run, key):
    """What is read there; a key that is not in memory is null, freed or out of bounds."""
    yield
    if key not in run.memory:
        raise Ending
    return run.memory[key]


def store(run, key, value):
    yield
    if key not in run.memory:
        raise Ending
    run.memory[key] = value


class DynamicWriter(Writer):
    """Threads in arrays. `passed` says what they get: number, element, job, fresh or counter."""

    def write(self):
        chance, program = self.chance, self.program
        self.declare_memory()
        self.own = {}               # by thread: the places that it alone has a name for
        self.called = set()         # of FUNCTIONS
        self.most = chance.choice((2, 2, 2, 3))
        self.passed = chance.choices(("number", "element", "job", "fresh", "counter"),
                                     (4, 2 * self.table, 2 * (len(self.plain) > 0), 1.5, 0.6))[0]
        self.chain = self.passed == "number" and self.often(0.2)
        if self.often(0.25):
            self.add_helper()
        self.workers = [Thread(number + 1) for number in range(1 if self.chain else chance.choice((1, 1, 2)))]
        self.returns = self.often(0.35)
        self.cooperation = chance.choices(("none", "counter", "semaphore", "turns", "barrier"), (6, 2, 1.5, 1, 0.7))[0]
        if self.cooperation == "turns" and (self.most > 2 or self.passed in ("element", "counter")) or \
                self.cooperation == "barrier" and self.chain:
            self.cooperation = "none"
        self.declare_cooperation()
        main = Scope(program.main)
        self.add_beginning(main)
        for worker in self.workers:
            self.fill_worker(worker)
        program.threads = list(self.workers)
        if self.chain:
            self.add_chain(main)
        elif self.passed != "counter" and self.often(0.3):
            self.add_spawner(main)
        else:
            program.main.statements += self.create_and_join(main)
        self.add_ending(main)
        return program

    # Memory

    def declare_further(self):
        chance = self.chance
        if not self.table and self.often(0.3):
            self.table = True
            self.declare(None, "int table[3] = {0, 1, 0};", {("table", 0): 0, ("table", 1): 1, ("table", 2): 0})
        self.box = self.often(0.2)
        if self.box:
            self.declare(None, "int *box = NULL;", {"box": None})
        self.slots = bool(self.plain) and self.often(0.2)
        if self.slots:
            targets = [chance.choice([None, *(place.text for place in self.plain)]), self.plain[0].text]
            self.declare(None, f"int *slots[2] = {{{', '.join(map(address_text, targets))}}};",
                         {("slots", index): target for index, target in enumerate(targets)})
        self.locks = self.often(0.3)
        if self.locks:
            self.declare(None, "pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};", {})
        self.list = self.often(0.2)
        if self.list:
            self.declare(None, f"struct node {{\n    int value;\n    struct node *next;\n}} nodes[{MOST}];", {})
            self.declare(None, "struct node *head = NULL;", {"head": None})

    def declare_cooperation(self):
        kind = self.cooperation
        if kind == "counter":
            self.declare(None, "int done = 0;", {"done": 0})
        elif kind == "semaphore":
            self.program.semaphores["sem"] = 0
        elif kind == "turns":
            self.declare(None, f"{self.chance.choice(('int', 'atomic_int'))} turn = 0;", {"turn": 0})
        elif kind == "barrier":
            self.declare(None, "pthread_barrier_t barrier;", {"arrived": 0})
        if self.passed == "job":
            self.declare(None, f"struct job {{\n    int number;\n    int *target;\n}} jobs[{MOST}];", {})

    def place(self, scope, atomic=None):
        if scope.free and atomic is None:
            own = self.own.get(scope.thread)
            if own and self.often(0.35):
                return self.chance.choice(own)
            if self.box and self.often(0.15):
                return Place("*box", lambda run, local: load(run, "box"))
            if self.slots and self.often(0.2):
                index, text = self.small_index(scope)
                return Place(f"*slots[{text}]", lambda run, local: self.load_slot(run, local, index))
        return super().place(scope, atomic)

    def small_index(self, scope):
        """An index of an array of two, and its text."""
        if scope.values and self.often(0.7):
            index = binary("&", self.recent(scope)[0], constant(1))
            return index, index.bare
        index = constant(self.chance.randint(0, 1))
        return index, index.text

    def load_slot(self, run, local, index):
        return (yield from load(run, ("slots", (yield from index.evaluate(run, local)))))

    def address(self, scope):
        """Of an int that may be accessed here, if there is one: an expression whose value is the key in memory."""
        candidates = [Expression(f"&{place.text}", place.locate) for place in self.plain]
        candidates += [Expression(place.text[1:], place.locate) for place in self.own.get(scope.thread, ())]
        if self.pointer:
            candidates.append(Expression("pointer", lambda run, local: load(run, "pointer")))
        if self.box:
            candidates.append(Expression("box", lambda run, local: load(run, "box")))
        if self.table:
            index, text = self.small_index(scope)

            def locate(run, local):
                return ("table", (yield from index.evaluate(run, local)))
            candidates.append(Expression(f"&table[{text}]", locate))
        return self.chance.choice(candidates) if candidates and scope.free else None

    # Statements

    def kinds(self, scope):
        kinds = super().kinds(scope)
        kinds[self.add_function] = 2
        if self.locks and self.room >= 3:
            kinds[self.add_indexed_section] = 4
        if self.box and scope.free:
            kinds[self.add_free] = 0.5
        if self.slots and scope.free:
            kinds[self.add_slot] = 1
        return kinds

    def add_function(self, scope):
        """A call of a function that takes a pointer."""
        where = self.address(scope)
        if where is None:
            return None
        function = self.chance.choice(sorted(FUNCTIONS))
        self.called.add(function)
        self.room -= 2
        if function == "take":
            name = self.new_name()

            def execute(run, local):
                key = yield from where.evaluate(run, local)
                local.values[name] = yield from load(run, key)
                yield from store(run, key, 0)
            self.keep(scope, name)
            return Statement([f"int {name} = take({where.bare});"], execute)
        number = self.operand(scope, 0)

        def execute(run, local):
            key = yield from where.evaluate(run, local)
            old = yield from load(run, key)
            yield from store(run, key, old + (yield from number.evaluate(run, local)))
        return Statement([f"add({where.bare}, {number.bare});"], execute)

    def add_indexed_section(self, scope):
        """Under one lock of the array; the other one may be taken inside."""
        if any(held.startswith("locks") for held in scope.held):
            return None
        index, text = self.small_index(scope)
        name, both = self.new_name(), self.often(0.3)
        self.room -= 4 if both else 2
        inner = scope.inner("locks")
        body = self.branch(inner)

        def execute(run, local):
            first = (yield from index.evaluate(run, local)) & 1
            for number in (first, 1 - first)[:1 + both]:
                yield lambda number=number: ("locks", number) not in run.owners
                run.owners["locks", number] = local.number
            yield from execute_all(body, run, local)
            for number in (1 - first, first)[not both:]:
                yield
                run.owners.pop(("locks", number), None)
        lines = [f"int {name} = {text};", f"pthread_mutex_lock(&locks[{name}]);"]
        lines += [f"pthread_mutex_lock(&locks[1 - {name}]);"] * both
        lines += [line for statement in body for line in statement.lines]
        lines += [f"pthread_mutex_unlock(&locks[1 - {name}]);"] * both
        return Statement([*lines, f"pthread_mutex_unlock(&locks[{name}]);"], execute)

    def add_free(self, scope):
        careful = self.often(0.7)

        def execute(run, local):
            key = yield from load(run, "box")
            if careful and key is None:
                return
            key = yield from load(run, "box")
            yield
            if key is not None and key not in run.memory:
                raise Ending
            run.memory.pop(key, None)
            yield from store(run, "box", None)
        self.room -= 3
        lines = ["free(box);", "box = NULL;"]
        return Statement(["if (box) {", *("    " + line for line in lines), "}"] if careful else lines, execute)

    def add_slot(self, scope):
        index, text = self.small_index(scope)
        target = self.chance.choice([None, *(place.text for place in self.plain)])

        def execute(run, local):
            yield from store(run, ("slots", (yield from index.evaluate(run, local))), target)
        self.room -= 1
        return Statement([f"slots[{text}] = {address_text(target)};"], execute)

    # What the threads get and do

    def has_number(self):
        return self.passed != "element"

    def take_argument(self, worker):
        """What a worker does first; its scope knows the number."""
        scope = Scope(worker, free=not self.guarded, repeated=True)
        if self.has_number():
            self.keep(scope, "id", tuple(range(self.most)))
        pointer = Place("*mine", lambda run, local: Place.variable(local.values["mine"]).locate(run, local))

        def execute(run, local):
            argument = local.values["mine"] = local.values["argument"]
            if self.passed == "number":
                local.values["id"] = argument
            elif self.passed == "job":
                local.values["id"] = yield from load(run, ("number", argument))
            elif self.passed != "element":
                local.values["id"] = yield from load(run, argument)
        if self.passed == "job":
            pointer = Place("*job->target", lambda run, local: load(run, ("target", local.values["mine"])))
        if self.passed in ("element", "job", "fresh"):
            self.own[worker] = [pointer]
        worker.statements.append(Statement({
            "number": ["int id = (int)(long)argument;"],
            "element": ["int *mine = argument;"],
            "job": ["struct job *job = argument;", "int id = job->number;"],
            "fresh": ["int *mine = argument;", "int id = *mine;"],
            "counter": ["int id = *(int *)argument;"]}[self.passed], execute))
        return scope

    def fill_worker(self, worker):
        scope = self.take_argument(worker)
        beginning = scope.inner()
        self.room = max(2, self.budget // (self.most + 1) + self.chance.randint(-1, 1))
        pieces = self.fill(scope)
        if self.list and self.has_number() and self.passed != "counter":
            pieces.insert(self.chance.randint(0, len(pieces)), self.push(beginning))
        if self.passed == "fresh" and self.often(0.8):
            place = len(pieces) if self.often(0.85) else self.chance.randint(0, len(pieces))
            pieces.insert(place, self.free_own())
        worker.statements += self.cooperate(pieces)
        if self.returns:
            self.room = 1
            worker.statements.append(self.give_result(self.value(scope)))

    def push(self, scope):
        """Links the thread's own node, with a lock or without."""
        value = self.operand(scope, 0)
        locked = self.guarded or self.often(0.6)

        def execute(run, local):
            me = local.values["id"]
            run.memory["value", me] = yield from value.evaluate(run, local)
            yield
            if locked:
                yield lambda: "lock_b" not in run.owners
                run.owners["lock_b"] = local.number
            run.memory["next", me] = yield from load(run, "head")
            yield
            yield from store(run, "head", me)
            if locked:
                yield
                run.owners.pop("lock_b", None)
        self.room -= 4
        lines = ["nodes[id].next = head;", "head = &nodes[id];"]
        if locked:
            lines = ["pthread_mutex_lock(&lock_b);", *lines, "pthread_mutex_unlock(&lock_b);"]
        return Statement([f"nodes[id].value = {value.bare};", *lines], execute)

    def free_own(self):
        def execute(run, local):
            yield
            if run.memory.pop(local.values["mine"], None) is None:
                raise Ending
        return Statement(["free(mine);"], execute)

    def give_result(self, value):
        def execute(run, local):
            run.memory["result", local.number] = yield from value.evaluate(run, local)
        return Statement([f"return (void *)(long){value.text};"], execute)

    def cooperate(self, pieces):
        """The worker's part; the creator's is `wait_for_all`."""
        before, after = [], []
        if self.cooperation == "counter":
            after.append(self.count_done())
        elif self.cooperation == "semaphore":
            def post(run, local):
                yield
                run.memory["sem"] += 1
            after.append(Statement(["sem_post(&sem);"], post))
        elif self.cooperation == "turns":
            def wait(run, local):
                yield
                yield lambda: run.memory["turn"] == local.values["id"]

            def pass_on(run, local):
                yield from store(run, "turn", (yield from load(run, "turn")) + 1)
            before.append(Statement(["while (turn != id) {", "}"], wait))
            after.append(Statement(["turn = turn + 1;"], pass_on))
        elif self.cooperation == "barrier":
            def meet(run, local):
                yield
                run.memory["arrived"] += 1
                yield "forced", lambda: run.memory["arrived"] == run.memory.get("meeting")
            place = self.chance.randint(0, len(pieces))
            pieces.insert(place, Statement(["pthread_barrier_wait(&barrier);"], meet))
        return before + pieces + after

    def count_done(self):
        kind = self.chance.choice(("signal", "broadcast"))

        def execute(run, local):
            yield lambda: "lock_a" not in run.owners
            run.owners["lock_a"] = local.number
            yield from store(run, "done", (yield from load(run, "done")) + 1)
            yield
            run.waiters["condition"] = []
            yield
            run.owners.pop("lock_a", None)
        return Statement(["pthread_mutex_lock(&lock_a);", "done = done + 1;", f"pthread_cond_{kind}(&condition);",
                          "pthread_mutex_unlock(&lock_a);"], execute)

    def wait_for_all(self, count):
        """Nothing, or a statement of the creator that waits for `count` threads."""
        if self.cooperation == "counter" and self.often(0.8):
            keyword = "while" if self.often(0.85) else "if"

            def execute(run, local):
                needed = yield from count.evaluate(run, local)
                yield lambda: "lock_a" not in run.owners
                run.owners["lock_a"] = local.number
                while (yield from load(run, "done")) < needed:
                    yield
                    waiters = run.waiters["condition"] = [local.number]
                    run.owners.pop("lock_a", None)
                    yield lambda: run.waiters["condition"] is not waiters and "lock_a" not in run.owners
                    run.owners["lock_a"] = local.number
                    if keyword == "if":
                        break
                yield
                run.owners.pop("lock_a", None)
            return [Statement(["pthread_mutex_lock(&lock_a);", f"{keyword} (done < {count.text}) {{",
                               "    pthread_cond_wait(&condition, &lock_a);", "}",
                               "pthread_mutex_unlock(&lock_a);"], execute)]
        if self.cooperation == "semaphore":
            def execute(run, local):
                for _ in range((yield from count.evaluate(run, local))):
                    yield lambda: run.memory["sem"] > 0
                    run.memory["sem"] -= 1
            return [Statement([f"for (int i = 0; i < {count.text}; i++) {{", "    sem_wait(&sem);", "}"], execute)]
        return []

    # Creating and joining

    def prepare_argument(self, index):
        """Of the thread with this index, a text: the lines before its creation, what is passed, and a generator
        function of (run, local, the index) that returns what the thread gets."""
        if self.passed == "number":
            lines, passed = [], f"(void *)(long){index}"
        elif self.passed == "element":
            lines, passed = [], f"&table[{index}]"
        elif self.passed == "counter":
            lines, passed = [], f"&{index}"
        elif self.passed == "fresh":
            lines, passed = ["int *fresh = malloc(sizeof *fresh);", f"*fresh = {index};"], "fresh"
        else:
            targets = [self.chance.choice(self.plain).text for _ in range(2)]
            lines = [f"jobs[{index}].number = {index};",
                     f"jobs[{index}].target = {index} == 0 ? &{targets[0]} : &{targets[1]};"]
            passed = f"&jobs[{index}]"

        def evaluate(run, local, number):
            if self.passed == "element":
                return ("table", number)
            if self.passed == "counter":
                return "counter"
            if self.passed == "fresh":
                key = ("heap", len(run.threads))
                run.memory[key] = number
                return key
            if self.passed == "job":
                yield
                run.memory["number", number] = number
                yield
                run.memory["target", number] = targets[number != 0]
            return number
        return lines, passed, evaluate

    def creation(self, array, index):
        """A pair: the lines that create one thread, and a generator function of (run, local, the index)."""
        lines, passed, evaluate = self.prepare_argument(index)
        first, last = self.workers[0], self.workers[-1]
        from_table = first is not last and self.often(0.5)
        function = f"thread_{first.number}"
        if first is not last:
            function = f"functions[{index} & 1]" if from_table else \
                f"{index} == 0 ? thread_{first.number} : thread_{last.number}"

        def execute(run, local, number):
            argument = yield from evaluate(run, local, number)
            body = first if number == 0 or from_table and number % 2 == 0 else last
            local.values[array, number] = run.create(body, argument)
        return [*lines, f"pthread_create(&{array}[{index}], NULL, {function}, {passed});"], execute

    def create_and_join(self, scope, array="threads"):
        """Statements of main or of a thread: it creates threads, does something, and joins them."""
        forms = {"loop": 5, "until": 2, "conditions": 0 if self.passed == "counter" else 2}
        form = self.chance.choices(list(forms), list(forms.values()))[0]
        if self.cooperation == "barrier" and form != "loop":
            form = "loop"
        statements = [text_only(f"pthread_t {array}[{MOST}];")]
        if form == "loop":
            count, more = self.choose_count(scope)
            statements += [*more, self.create_in_loop(array, count)]
        else:
            count = local_value("made")
            statements.append(self.start_counting())
            statements += [self.create_until(scope, array)] if form == "until" else self.create_if(scope, array)
        scope.values.append((count, None))
        scope.free = not self.guarded
        if self.often(0.3):
            self.room = 1
            statements += self.fill(scope)
        statements += self.wait_for_all(count)
        scope.free = not self.guarded or scope.thread is self.program.main
        return statements + self.join_all(scope, array, count)

    def choose_count(self, scope):
        """How many threads a loop creates: an expression, and the statements before."""
        small = [value for value, values in scope.values if values and min(values) >= 0 and max(values) <= 2]
        least = 1 if self.cooperation == "barrier" or self.often(0.6) else 0
        if not small or self.often(0.25):
            value = constant(self.most)
        else:
            value = self.chance.choice(small)
            if self.most - least < 2:
                value = binary("&", value, constant(1))
            if least:
                value = binary("+", value, constant(least))

        def execute(run, local):
            local.values["count"] = yield from value.evaluate(run, local)
            run.memory["meeting"] = local.values["count"]
        lines = [f"int count = {value.bare};"]
        if self.cooperation == "barrier":
            lines.append("pthread_barrier_init(&barrier, NULL, count);")
        return local_value("count"), [Statement(lines, execute)]

    def create_in_loop(self, array, count):
        lines, create = self.creation(array, "i")

        def execute(run, local):
            run.memory["counter"] = 0
            for number in range((yield from count.evaluate(run, local))):
                yield from create(run, local, number)
                if self.passed == "counter":
                    yield from store(run, "counter", number + 1)
        return Statement([f"for (int i = 0; i < {count.text}; i++) {{", *("    " + line for line in lines), "}"],
                         execute)

    def start_counting(self):
        def execute(run, local):
            local.values["made"] = 0
            return
            yield
        return Statement(["int made = 0;"], execute)

    def create_until(self, scope, array):
        """As long as shared memory is as it should be: how many are created depends on the first of them."""
        scope.free = not self.guarded
        condition = self.comparison(scope)
        scope.free = True
        lines, create = self.creation(array, "i")

        def execute(run, local):
            run.memory["counter"] = 0
            while local.values["made"] < self.most and (yield from condition.evaluate(run, local)):
                yield from create(run, local, local.values["made"])
                local.values["made"] += 1
                yield from store(run, "counter", local.values["made"])
        return Statement([f"for (int i = 0; i < {self.most} && {condition.text}; i++) {{",
                          *("    " + line for line in (*lines, "made++;")), "}"], execute)

    def create_if(self, scope, array):
        """One after another, some of them under a condition."""
        statements = []
        for number in range(self.most):
            scope.free = not self.guarded
            condition = None if number == 0 and self.often(0.7) else self.condition(scope)
            scope.free = True
            lines, create = self.creation(array, "made")

            def execute(run, local, condition=condition, create=create):
                if condition is None or (yield from condition.evaluate(run, local)):
                    yield from create(run, local, local.values["made"])
                    local.values["made"] += 1
            head = f"if ({condition.bare}) {{" if condition else "{"
            statements.append(Statement([head, *("    " + line for line in (*lines, "made++;")), "}"], execute))
        return statements

    def join_all(self, scope, array, count):
        form = self.chance.choices(("forwards", "backwards", "results", "detach", "none"), (5, 2, 3, 0.6, 0.4))[0]
        if form == "results" and not (self.returns or self.passed == "number"):
            form = "forwards"
        if form == "none":
            return []
        total = self.new_name()
        if form == "results":
            self.keep(scope, total)

        def execute(run, local):
            local.values[total] = 0
            numbers = range((yield from count.evaluate(run, local)))
            for number in reversed(numbers) if form == "backwards" else numbers:
                thread = local.values[array, number]
                if form != "detach":
                    yield "forced", lambda thread=thread: run.ended(thread)
                local.values[total] += run.memory.get(("result", thread), 0 if self.returns else number)
        head = f"for (int i = 0; i < {count.text}; i++) {{"
        if form == "backwards":
            head = f"for (int i = {count.text} - 1; i >= 0; i--) {{"
        if form == "results":
            return [Statement([f"int {total} = 0;", head, "    void *result;",
                               f"    pthread_join({array}[i], &result);", f"    {total} += (int)(long)result;", "}"],
                              execute)]
        call = f"pthread_detach({array}[i]);" if form == "detach" else f"pthread_join({array}[i], NULL);"
        return [Statement([head, "    " + call, "}"], execute)]

    def add_spawner(self, main):
        """A thread of its own creates the others, and main joins it."""
        spawner = Thread(MOST)
        scope = Scope(spawner, free=not self.guarded)
        arguments = [value for value, values in main.values if values and min(values) >= 0]
        argument = self.chance.choice(arguments) if arguments and self.often(0.6) else \
            constant(self.chance.randint(0, 2))

        def take(run, local):
            local.values["n"] = local.values["argument"]
            return
            yield
        self.keep(scope, "n", (0, 1, 2))
        spawner.statements = [Statement(["int n = (int)(long)argument;"], take), *self.create_and_join(scope, "team")]
        self.program.threads.append(spawner)

        def create(run, local):
            value = yield from argument.evaluate(run, local)
            local.values["spawner"] = run.create(spawner, value)

        def join(run, local):
            yield "forced", lambda: run.ended(local.values["spawner"])
        statements = self.program.main.statements
        statements.append(Statement(["pthread_t spawner;", f"pthread_create(&spawner, NULL, thread_{MOST}, "
                                                           f"(void *)(long){argument.text});"], create))
        main.free = not self.guarded
        if self.often(0.5):
            self.room = 2
            statements += self.fill(main)
        main.free = True
        statements.append(Statement(["pthread_join(spawner, NULL);"], join))

    def add_chain(self, main):
        """Each thread creates the next one, as many as main says."""
        worker = self.workers[0]
        joins = self.often(0.85)

        def create(run, local):
            if local.values["id"] > 0:
                local.values["child"] = run.create(worker, local.values["id"] - 1)
            return
            yield

        def join(run, local):
            if local.values["id"] > 0:
                yield "forced", lambda: run.ended(local.values["child"])
        creation = Statement(["pthread_t child;", "if (id > 0) {",
                              f"    pthread_create(&child, NULL, thread_{worker.number}, (void *)(long)(id - 1));",
                              "}"], create)
        joining = Statement(["if (id > 0) {", "    pthread_join(child, NULL);", "}"], join)
        place = self.chance.choice((1, 1, len(worker.statements) - self.returns))
        worker.statements.insert(place, creation)
        if joins:
            worker.statements.insert(len(worker.statements) - self.returns, joining)
        last = constant(self.most - 1)
        small = [value for value, values in main.values if values and min(values) >= 0 and max(values) < self.most]
        if small and self.often(0.7):
            last = self.chance.choice(small)

        def begin(run, local):
            value = yield from last.evaluate(run, local)
            local.values["threads", 0] = run.create(worker, value)
        self.program.main.statements.append(Statement(
            ["pthread_t threads[1];", f"pthread_create(&threads[0], NULL, thread_{worker.number}, "
                                      f"(void *)(long){last.text});"], begin))
        main.free = not self.guarded
        if self.often(0.4):
            self.room = 2
            self.program.main.statements += self.fill(main)
        self.program.main.statements += self.wait_for_all(constant(1))
        main.free = True
        self.program.main.statements += self.join_all(main, "threads", constant(1))

    # Main

    def add_beginning(self, scope):
        """Inputs of main, and memory on the heap."""
        statements = self.program.main.statements
        for _ in range(self.chance.choice((0, 1, 1, 2))):
            statements += filter(None, [self.add_input(scope)])
        if self.box:
            value = self.operand(scope, 0)

            def execute(run, local):
                run.memory["box"] = ("heap", 0)
                run.memory["heap", 0] = yield from value.evaluate(run, local)
            statements.append(Statement(["box = malloc(sizeof *box);", f"*box = {value.bare};"], execute))
        if scope.values and self.often(0.3):
            self.room = 2
            statements += filter(None, [self.add_access(scope)])

    def add_ending(self, scope):
        """A thread that comes late, the list, and what is left."""
        statements = self.program.main.statements
        scope.free = True
        if self.passed == "number" and not self.chain and not self.list and self.cooperation == "none" and \
                self.often(0.15):
            statements.append(self.create_late(scope))
        if self.list and self.often(0.8):
            statements.append(self.walk(scope))
        self.room = 6
        statements += [self.add_assertion(scope) for _ in range(self.chance.randint(1, 2))]

    def create_late(self, scope):
        """One more thread, when all others have been joined, under a condition."""
        condition, worker = self.condition(scope), self.workers[-1]
        self.room = 1
        work = self.fill(scope.inner(), 1)

        def execute(run, local):
            if (yield from condition.evaluate(run, local)):
                late = run.create(worker, MOST - 1)
                yield from execute_all(work, run, local)
                yield "forced", lambda: run.ended(late)
        return Statement([f"if ({condition.bare}) {{", "    pthread_t late;",
                          f"    pthread_create(&late, NULL, thread_{worker.number}, (void *)(long){MOST - 1});",
                          *indented(work), "    pthread_join(late, NULL);", "}"], execute)

    def walk(self, scope):
        name = self.new_name()

        def execute(run, local):
            local.values[name] = 0
            node = yield from load(run, "head")
            while node is not None:
                local.values[name] += yield from load(run, ("value", node))
                node = yield from load(run, ("next", node))
        self.keep(scope, name)
        return Statement([f"int {name} = 0;", "for (struct node *node = head; node; node = node->next) {",
                          f"    {name} += node->value;", "}"], execute)

    def print_program(self, title):
        program = self.program
        lines = grammar.print_beginning(program, title, [FUNCTIONS[name] for name in sorted(self.called)])
        for thread in program.threads:
            lines += ["", f"void *thread_{thread.number}(void *argument)", "{", *thread.render()]
            lines += ["    return argument;"] * (thread not in self.workers or not self.returns) + ["}"]
            if thread is self.workers[-1] and len(self.workers) > 1:
                lines += ["", "void *(*functions[2])(void *) = {thread_1, thread_2};"]
        lines += ["", "int main(void)", "{"]
        lines += [f"    sem_init(&sem, 0, {value});" for value in program.semaphores.values()]
        return "\n".join([*lines, *program.main.render(), "    return 0;", "}", ""])


def address_text(name):
    return "NULL" if name is None else f"&{name}"


def generate(seed, most=INTERLEAVINGS):
    """The text of the program with this number."""
    return grammar.generate_program(DynamicWriter, seed, f"generate_dynamic.py {seed}", most)


if __name__ == "__main__":
    sys.exit(grammar.run_generator(generate, __doc__, INTERLEAVINGS))
