"""The models `sc`, `tso` and `pso` as machines: threads take steps one at a time, and stores may wait in a buffer. What
the axioms say of these models must be what the machines do.

A state has for each location the writes that have reached memory, in their order, so that a run that has ended tells
which execution it was.
"""
import typing

from memory.candidates import initial_writes
from memory.language import Fence, Load, Store, Thread, Update, make_outcome

MODELS = ("sc", "tso", "pso")
DRAIN = Fence("sc")


class Write(typing.NamedTuple):
    name: tuple  # thread and index, as events are named
    location: str
    value: int


class Runner(typing.NamedTuple):
    """A thread, how many events it has had, and its buffer, the oldest write first."""
    thread: Thread
    events: int = 0
    buffer: tuple = ()

    def sees(self, location, memory):
        """The write that a load of the thread finds."""
        own = [write for write in self.buffer if write.location == location]
        return own[-1] if own else memory[location][-1]


class State(typing.NamedTuple):
    runners: tuple
    memory: tuple  # pairs of a location and its writes, the latest last
    sources: frozenset  # pairs of a read's name and its write's

    def replace(self, number, runner, written=None, source=None):
        """The state with another runner in the place of one, after a write and a read, if there were any."""
        memory = dict(self.memory)
        if written is not None:
            memory[written.location] += (written,)
        sources = self.sources if source is None else self.sources | {source}
        return State(self.runners[:number] + (runner,) + self.runners[number + 1:], tuple(memory.items()), sources)


def flushes(state, number, model):
    """The states after a write of a thread has left its buffer: in `tso` the oldest, in `pso` the oldest to any
    location."""
    runner = state.runners[number]
    for position, write in enumerate(runner.buffer):
        older = runner.buffer[:position]
        if not older or model == "pso" and all(other.location != write.location for other in older):
            yield state.replace(number, runner._replace(buffer=older + runner.buffer[position + 1:]), write)


def store(state, number, model):
    runner = state.runners[number]
    statement, thread = runner.thread.code[0], runner.thread
    write = Write((number, runner.events), statement.location, thread.value_of(statement.value))
    after = Runner(thread.after(), runner.events + 1, runner.buffer)
    if model == "sc":
        return state.replace(number, after, write)
    if statement.order == "sc":
        # The fence of its translation is no event of the program: the two count as one.
        after = Runner(Thread((DRAIN, *thread.code[1:]), thread.registers), runner.events, runner.buffer)
    return state.replace(number, after._replace(buffer=after.buffer + (write,)))


def read(state, number):
    """The state after a load or an update; the buffer of a thread that updates is empty."""
    runner = state.runners[number]
    statement, thread = runner.thread.code[0], runner.thread
    found = runner.sees(statement.location, dict(state.memory))
    source = (number, runner.events), found.name
    after = runner._replace(thread=thread.after(statement.register, found.value), events=runner.events + 1)
    value = None if isinstance(statement, Load) else thread.updated(found.value)
    if value is None:
        return state.replace(number, after, source=source)
    write = Write((number, after.events), statement.location, value)
    return state.replace(number, after._replace(events=after.events + 1), write, source)


def waits_for_drain(statement):
    return isinstance(statement, Update) or statement == DRAIN


def steps(state, model):
    for number, runner in enumerate(state.runners):
        yield from flushes(state, number, model)
        if not runner.thread.code:
            continue
        statement = runner.thread.code[0]
        if isinstance(statement, Store):
            yield store(state, number, model)
        elif waits_for_drain(statement) and runner.buffer:
            continue
        elif isinstance(statement, Fence):
            yield state.replace(number, runner._replace(thread=runner.thread.after(), events=runner.events + 1))
        else:
            yield read(state, number)


def executions(program, model):
    """Of all runs: pairs of an execution, as its signature, and its outcome."""
    memory = tuple((event.location, (Write(event.name(), event.location, event.value),))
                   for event in initial_writes(program))
    start = State(tuple(Runner(Thread(code).settled()) for code in program.threads), memory, frozenset())
    seen, waiting, found = {start}, [start], set()
    while waiting:
        state = waiting.pop()
        following = list(steps(state, model))
        if not following:
            order = tuple(tuple(write.name for write in writes) for _, writes in state.memory)
            outcome = make_outcome(program, [runner.thread for runner in state.runners],
                                   {location: writes[-1].value for location, writes in state.memory})
            found.add(((state.sources, order), outcome))
        for other in following:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return found
