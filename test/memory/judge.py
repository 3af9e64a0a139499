"""What RC11 allows a C program that creates some threads and joins them all: `violations`, found by the axioms on all
its executions. For small programs: every execution is looked at."""
import itertools

from memory.axioms import has_race, happens_before, is_c11
from memory.candidates import INITIAL, Event, Execution, orders_of_writes, read_from, without_choice
from memory.interpreter import JOIN, Blocked, Create, CThread, Failure, Run


def start_of_main(module):
    """The functions of the threads that main creates."""
    functions = []
    for asked in Run(module).call("main", []):
        if asked == JOIN:
            return functions
        if not isinstance(asked, Create):
            raise ValueError("main uses shared memory before it creates threads")
        functions.append(str(asked))
    return functions


def end_of_main(module, memory):
    """What main violates, when it finds memory like this after all threads have been joined."""
    generator = Run(module).call("main", [])
    try:
        asked = next(generator)
        while True:
            value = None if asked == JOIN or isinstance(asked, Create) else memory[asked.location]
            asked = generator.send(value)
    except StopIteration:
        return None
    except Failure as failure:
        return str(failure)


def is_hopeless(events):
    """Whether what was read cannot have been, however the writes are ordered. What is hopeless stays so if events are
    added, so there is no need to."""
    x = Execution(events, ())
    hb = happens_before(x)
    write = x.those(lambda event: event.kind == "W")
    same = x.relation(lambda a, b: a == b)
    # One write comes before another if it, or who read it, happens before the other one, or before who reads that.
    before = (write | x.rf) @ (hb & x.same_location) @ (write | x.rf.inverse()) - same
    updates = [event.source for number, event in enumerate(events) if x.rmw.rows[number]]
    return not hb.irreflexive() or not (before | (x.rf @ x.rmw)).acyclic() or len(updates) != len(set(updates))


def ways_to_end(module, functions, initial):
    """All ways in which the threads can run until each has ended or waits: their last states, and their events."""
    start = tuple(without_choice(number, CThread(module, name), ()) for number, name in enumerate(functions))
    seen, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        if not any(thread.code for thread, _ in state):
            yield state
            continue
        writes = [event for event in itertools.chain(initial, *(events for _, events in state)) if event.kind == "W"]
        for number, (thread, events) in enumerate(state):
            for write in writes if thread.code else ():
                if write.location != thread.code[0].location:
                    continue
                moved = without_choice(number, *read_from(number, thread, events, write))
                following = state[:number] + (moved,) + state[number + 1:]
                if following in seen:
                    continue
                seen.add(following)
                if not is_hopeless([*initial, *itertools.chain(*(events for _, events in following))]):
                    waiting.append(following)


def last_round(thread, events):
    """The reads of a waiting thread that it would repeat; of an update the read is the access."""
    accesses = [event for event in events if not (event.update and event.kind == "W")]
    return [event for event in accesses[len(accesses) - thread.ending.round:] if event.kind == "R"]


def is_stuck(state, memory):
    """Whether threads wait, and each would read again what it has read in its last round."""
    waiting = [(thread, events) for thread, events in state if isinstance(thread.ending, Blocked)]
    return bool(waiting) and all(memory[event.location] == event.value for thread, events in waiting
                                 for event in last_round(thread, events))


def violations_of_state(module, state, initial):
    """What executions in which threads end like this violate."""
    events = [*initial, *itertools.chain(*(events for _, events in state))]
    locations = sorted({event.location for event in events if event.location})
    failures = {str(thread.ending) for thread, _ in state if isinstance(thread.ending, Failure)}
    for order in itertools.product(*(orders_of_writes(events, location, True) for location in locations)):
        execution = Execution(events, order)
        if not is_c11(execution):
            continue
        yield from failures
        if has_race(execution):
            yield "race"
        if is_stuck(state, execution.final_memory()):
            yield "deadlock"
        if not any(thread.ending for thread, _ in state):
            violated = end_of_main(module, execution.final_memory())
            yield from [violated] if violated else []


def violations(module):
    """What is violated in some execution: assertion, memory, race, deadlock; each as often as it is met."""
    functions = start_of_main(module)
    initial = [Event(INITIAL, index, "W", address, "na", module.initial[address])
               for index, address in enumerate(sorted(module.initial))]
    for state in ways_to_end(module, functions, initial):
        yield from violations_of_state(module, state, initial)
