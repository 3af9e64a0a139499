"""Memory models as axioms: which of the candidate executions of a program each allows, what its outcomes are, and
whether it has a data race.

`c11` is RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing Sequential Consistency in C/C++11, PLDI 2017), with the
names of that paper: sb is sequenced-before, rf reads-from, mo modification order, rb (here fr) reads-before, rmw the
two halves of an update. A data race makes everything possible.

`sc`, `tso` and `pso` know no undefined behaviour, and take a plain access for an atomic one. In `tso` a thread's stores
wait in one buffer, in `pso` in one for each location; a thread sees its own. What drains them is

- a store that is sequentially consistent, right after itself, as its usual translation for x86 does,
- a fence that is sequentially consistent,
- an update of whatever order, before and after, also a compare-exchange that fails.

Other fences, and release stores, do not: in `tso` they have nothing to add, and `pso` is what remains of a machine that
may swap stores if nobody asks it to drain.
"""
import typing

from memory.candidates import INITIAL, Execution, candidates

ATOMIC = ("rlx", "acq", "rel", "acq_rel", "sc")
RELEASE = ("rel", "acq_rel", "sc")
ACQUIRE = ("acq", "acq_rel", "sc")


def is_atomic(x):
    return (x.rmw & (x.fr @ x.mo)).empty()


def is_sc(x):
    return is_atomic(x) and (x.sb | x.rf | x.mo | x.fr).acyclic()


def drained(x):
    """Pairs of a thread's events between which its buffers are drained."""
    after = x.those(lambda e: e.kind == "W" and (e.update or e.order == "sc"))
    before = x.those(lambda e: e.kind == "R" and e.update)
    fence = x.those(lambda e: e.kind == "F" and e.order == "sc")
    sb = x.sb & x.internal
    return (sb.optional() @ after @ sb) | (sb @ before @ sb.optional()) | (sb @ fence @ sb)


def has_global_order(x, delayed):
    """Stores reach memory, and loads take what is there, in an order that respects each thread's, but for the pairs
    that are delayed and not drained. A thread that reads its own write may do so before it is in memory."""
    coherent = ((x.sb & x.same_location) | x.rf | x.mo | x.fr).acyclic()
    access = x.those(lambda e: e.kind != "F")
    kept = ((access @ x.sb @ access) - delayed) | drained(x)
    return is_atomic(x) and coherent and (kept | (x.rf - x.internal) | x.mo | x.fr).acyclic()


def write_to_read(x):
    return x.relation(lambda a, b: a.kind == "W" and b.kind == "R")


def write_to_write_elsewhere(x):
    return x.relation(lambda a, b: a.kind == b.kind == "W" and a.location != b.location)


def is_tso(x):
    return has_global_order(x, write_to_read(x))


def is_pso(x):
    return has_global_order(x, write_to_read(x) | write_to_write_elsewhere(x))


def happens_before(x):
    write = x.those(lambda e: e.kind == "W")
    atomic_write = x.those(lambda e: e.kind == "W" and e.order in ATOMIC)
    atomic_read = x.those(lambda e: e.kind == "R" and e.order in ATOMIC)
    fence = x.those(lambda e: e.kind == "F")
    release = x.those(lambda e: e.order in RELEASE)
    acquire = x.those(lambda e: e.order in ACQUIRE)
    same = (x.sb & x.same_location).optional()
    rs = write @ same @ atomic_write @ (x.rf @ x.rmw).star()
    sw = release @ (fence @ x.sb).optional() @ rs @ x.rf @ atomic_read @ (x.sb @ fence).optional() @ acquire
    return (x.sb | sw).closure()


def partial_sc(x, hb, eco):
    sc = x.those(lambda e: e.order == "sc")
    fence = x.those(lambda e: e.order == "sc" and e.kind == "F")
    elsewhere = x.sb - x.same_location
    scb = x.sb | (elsewhere @ hb @ elsewhere) | (hb & x.same_location) | x.mo | x.fr
    base = (sc | (fence @ hb.optional())) @ scb @ (sc | (hb.optional() @ fence))
    return base | (fence @ (hb | (hb @ eco @ hb)) @ fence)


def is_c11(x):
    hb = happens_before(x)
    eco = (x.rf | x.mo | x.fr).closure()
    return (hb @ eco.optional()).irreflexive() and is_atomic(x) and partial_sc(x, hb, eco).acyclic() and \
        (x.sb | x.rf).acyclic()


def strengthened(x):
    """The execution with all atomic operations sequentially consistent, as `sc` takes them."""
    return Execution([event if event.order == "na" else event._replace(order="sc") for event in x.events], x.order)


def has_race(x):
    """Two accesses of a location that nothing orders, one of them a write, one of them not atomic."""
    hb = happens_before(x)
    return any(a.location == b.location and a.location is not None and "W" in (a.kind, b.kind) and
               "na" in (a.order, b.order) and INITIAL not in (a.thread, b.thread) and a.thread != b.thread and
               not hb.has(first, second) and not hb.has(second, first)
               for first, a in enumerate(x.events) for second, b in enumerate(x.events) if first < second)


MODELS = {"sc": is_sc, "tso": is_tso, "pso": is_pso, "c11": is_c11}
RACES = {"sc": lambda x: has_race(strengthened(x)), "c11": has_race}  # what a race is in the other two nobody has said


class Behaviour(typing.NamedTuple):
    """What a model allows a program: its outcomes, its executions as signatures, and whether one of them has a data
    race; None if the model has no notion of it."""
    outcomes: frozenset
    executions: frozenset
    race: bool | None


def behaviours(program, models=tuple(MODELS), coherent=True):
    """By model. `coherent` says whether candidates that no model allows are left out beforehand."""
    outcomes, executions = ({model: set() for model in models} for _ in range(2))
    races = {model: False if model in RACES else None for model in models}
    for execution, outcome in candidates(program, coherent):
        for model in models:
            if MODELS[model](execution):
                outcomes[model].add(outcome)
                executions[model].add(execution.signature())
                if races[model] is False and program.plain_locations():
                    races[model] = RACES[model](execution)
    return {model: Behaviour(frozenset(outcomes[model]), frozenset(executions[model]), races[model])
            for model in models}
