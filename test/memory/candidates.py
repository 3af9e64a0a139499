"""All candidate executions of a program: which write each read reads from, and in which order the writes to each
location are. Axioms then say which of them a memory model allows.

A candidate is built by adding events thread by thread, in an order in which a read comes after the write it reads from.
So there are none in which sequenced-before and reads-from make a circle. None of the models has such executions:
values out of thin air do not come up, and values can be computed as events are added.
"""
import itertools
import typing

from memory.language import Fence, Load, Store, Thread, make_outcome
from memory.relations import Relation

INITIAL = -1  # the thread of the initial writes, whose indices count locations


class Event(typing.NamedTuple):
    thread: int
    index: int  # in its thread; with the thread the name of the event
    kind: str  # R, W or F; an update is an R and, unless it fails, a W right after it
    location: str | None
    order: str
    value: int | None = None
    source: tuple | None = None  # of an R: the name of its W
    update: bool = False

    def name(self):
        return self.thread, self.index


READ_PART = {"sc": "sc", "acq_rel": "acq", "acq": "acq", "con": "acq", "rel": "rlx", "rlx": "rlx", "na": "na"}
WRITE_PART = {"sc": "sc", "acq_rel": "rel", "acq": "rlx", "con": "rlx", "rel": "rel", "rlx": "rlx", "na": "na"}


def initial_writes(program):
    return tuple(Event(INITIAL, index, "W", location, "na", 0) for index, location in enumerate(program.locations()))


def without_choice(number, thread, events):
    """The thread, and its events, after its stores and fences up to the next read."""
    while thread.code and isinstance(thread.code[0], (Store, Fence)):
        statement, index = thread.code[0], len(events)
        if isinstance(statement, Fence):
            events += (Event(number, index, "F", None, statement.order),)
        else:
            events += (Event(number, index, "W", statement.location, WRITE_PART[statement.order],
                             thread.value_of(statement.value)),)
        thread = thread.after()
    return thread, events


def read_from(number, thread, events, write):
    """The thread, and its events, after its next statement has read from a write."""
    statement, index, old = thread.code[0], len(events), write.value
    if isinstance(statement, Load):
        read = Event(number, index, "R", statement.location, READ_PART[statement.order], old, write.name())
        return thread.after(statement.register, old), events + (read,)
    value = thread.updated(old)
    order = READ_PART[statement.failure if value is None else statement.order]
    events += (Event(number, index, "R", statement.location, order, old, write.name(), True),)
    if value is not None:
        events += (Event(number, index + 1, "W", statement.location, WRITE_PART[statement.order], value, update=True),)
    return thread.after(statement.register, old), events


def ways_to_read(program):
    """All ways in which the reads of a program can find their writes: for each the threads as they have ended, and the
    events of each."""
    initial = initial_writes(program)
    start = tuple(without_choice(number, Thread(code).settled(), ()) for number, code in enumerate(program.threads))
    seen, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        if not any(thread.code for thread, _ in state):
            yield [thread for thread, _ in state], [events for _, events in state]
            continue
        writes = [event for event in itertools.chain(initial, *(events for _, events in state)) if event.kind == "W"]
        for number, (thread, events) in enumerate(state):
            for write in writes if thread.code else ():
                if write.location != thread.code[0].location:
                    continue
                moved = without_choice(number, *read_from(number, thread, events, write))
                following = state[:number] + (moved,) + state[number + 1:]
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)


class Execution:
    """Events, numbered, and their relations. `order` has the names of the writes to each location, first to last."""

    def __init__(self, events, order):
        self.events = events
        self.order = order
        self.size = len(events)
        numbers = {event.name(): number for number, event in enumerate(events)}
        self.sb = self.relation(lambda a, b: a.thread != b.thread if a.thread == INITIAL
                                else a.thread == b.thread and a.index < b.index)
        self.rf = Relation.of(self.size, ((numbers[event.source], number) for number, event in enumerate(events)
                                          if event.kind == "R"))
        self.mo = Relation.of(self.size, ((numbers[a], numbers[b]) for writes in order
                                          for a, b in itertools.combinations(writes, 2)))
        self.fr = self.rf.inverse() @ self.mo
        self.rmw = self.relation(lambda a, b: a.update and b.update and a.kind == "R" and b.kind == "W" and
                                 a.thread == b.thread and a.index + 1 == b.index)
        self.same_location = self.relation(lambda a, b: a.location is not None and a.location == b.location)
        self.internal = self.relation(lambda a, b: a.thread == b.thread)

    def relation(self, related):
        return Relation.of(self.size, ((a, b) for a in range(self.size) for b in range(self.size)
                                       if related(self.events[a], self.events[b])))

    def those(self, chosen):
        """[S] of the events that a function chooses."""
        return Relation.identity(self.size, sum(1 << number for number, event in enumerate(self.events)
                                                if chosen(event)))

    def signature(self):
        """What tells it from other executions of the program: reads-from, and the order of writes."""
        sources = frozenset((event.name(), event.source) for event in self.events if event.kind == "R")
        return sources, self.order

    def final_memory(self):
        values = {event.name(): event for event in self.events}
        return {values[writes[-1]].location: values[writes[-1]].value for writes in self.order}


def is_coherent(events, writes):
    """Whether the accesses of one location, each thread's in its order, could happen one after the other with its
    writes in this order, an update in one go. Every model here asks for that, so it is asked before the model is."""
    execution = Execution(events, (writes,))
    together = execution.sb | execution.rf | execution.mo | execution.fr
    return together.acyclic() and (execution.rmw & (execution.fr @ execution.mo)).empty()


def extend_order(order, left, sources):
    """The ways to put the other writes of a location behind those in order: a thread's in its order, and each update
    right behind the write that it reads from, which `sources` has by its name."""
    if not left:
        yield order
    follower = next((name for name in left if sources.get(name) == order[-1]), None)
    for name in left:
        earlier = any(other[0] == name[0] and other[1] < name[1] for other in left)
        if not earlier and (follower in (None, name)) and sources.get(name, order[-1]) == order[-1]:
            yield from extend_order((*order, name), [other for other in left if other != name], sources)


def orders_of_writes(events, location, coherent):
    """The orders of the writes to a location that begin with the initial one; those that are coherent, or all."""
    events = [event for event in events if event.location == location]
    first, *others = [event.name() for event in events if event.kind == "W"]
    if not coherent:
        yield from ((first, *order) for order in itertools.permutations(others))
        return
    reads = {event.name(): event.source for event in events if event.kind == "R" and event.update}
    sources = {event.name(): reads[event.thread, event.index - 1] for event in events
               if event.kind == "W" and event.update}
    if len(set(sources.values())) == len(sources):
        yield from (order for order in extend_order((first,), others, sources) if is_coherent(events, order))


def candidates(program, coherent=True):
    """All executions, each with the outcome it has. `coherent` leaves out those that no model allows."""
    initial, locations = initial_writes(program), program.locations()
    for threads, events in ways_to_read(program):
        flat = [*initial, *itertools.chain(*events)]
        orders = [list(orders_of_writes(flat, location, coherent)) for location in locations]
        for order in itertools.product(*orders):
            execution = Execution(flat, order)
            yield execution, make_outcome(program, threads, execution.final_memory())
