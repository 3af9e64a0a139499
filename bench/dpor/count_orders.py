#!/usr/bin/env python3
"""How many orders some of the programs have, for the expectations in ../dpor.py.

An order is the order of the writes to each variable, and for each read how many of them came before it. This counts
them without raddle: the accesses of each program are written down again as Python generators, and all interleavings
are searched. A round of a loop that only waits is assumed not to be made, since the next one could have been the first:
there the thread yields None, and the interleaving is given up.
"""


def replay(thread, values):
    """The next access of a thread that has read these values, or () at its end."""
    generator = thread()
    try:
        access = next(generator)
        for value in values:
            access = generator.send(value)
    except StopIteration:
        access = ()
    return access


def count_orders(threads, memory):
    """A thread yields (name, update): what it reads, and None or a function from the old to the new value, which may
    leave it as it is by returning None. It gets the old value.
    """
    empty = ((),) * len(threads)
    start = (empty, empty, tuple(sorted(memory.items())), tuple(sorted((name, ()) for name in memory)))
    seen, stack, orders, replayed = {start}, [start], set(), {}
    while stack:
        values, places, memory, writes = stack.pop()
        for key in enumerate(values):
            if key not in replayed:
                replayed[key] = replay(threads[key[0]], key[1])
        accesses = [replayed[key] for key in enumerate(values)]
        if not any(access != () for access in accesses):
            orders.add((places, writes))
        if None in accesses:
            continue
        for number, access in enumerate(accesses):
            if not access:
                continue
            (name, update), now, written = access, dict(memory), dict(writes)
            old, place = now[name], len(written[name])
            new = update(old) if update else None
            if new is not None:
                now[name] = new
                written[name] += ((number, len(values[number])),)
            state = (extend(values, number, old), extend(places, number, place), tuple(sorted(now.items())),
                     tuple(sorted(written.items())))
            if state not in seen:
                seen.add(state)
                stack.append(state)
    return len(orders)


def extend(rows, number, value):
    return (*rows[:number], (*rows[number], value), *rows[number + 1:])


def store(value):
    return lambda old: value


def exchange_if(expected, value):
    return lambda old: value if old == expected else None


def make_memory(count, *arrays, **others):
    return {**{(name, i): 0 for name in arrays for i in range(count)},
            **{(name, 0): value for name, value in others.items()}}


def stack(count):
    def make(number):
        def thread():
            old = yield ("top", 0), None
            if number % 2 and not old:
                return
            new = old[1:] if number % 2 else (number, *old)
            if (yield ("top", 0), exchange_if(old, new)) != old:
                yield None
        return thread
    return count_orders([make(i) for i in range(count)], make_memory(0, top=()))


def mcs_lock(count):
    def make(own):
        def thread():
            yield ("waits", own), store(1)
            before = yield ("tail", 0), store(own + 1)
            if before:
                yield ("next", before - 1), store(own + 1)
                if (yield ("waits", own), None):
                    yield None
            after = yield ("next", own), None
            if not after:
                if (yield ("tail", 0), exchange_if(own + 1, 0)) == own + 1:
                    return
                after = yield ("next", own), None
                if not after:
                    yield None
            yield ("waits", after - 1), store(0)
        return thread
    return count_orders([make(i) for i in range(count)], make_memory(count, "waits", "next", tail=0))


def dekker(rounds):
    def make(own):
        def thread():
            for _ in range(rounds):
                yield ("wants", own), store(1)
                while (yield ("wants", 1 - own), None):
                    if (yield ("turn", 0), None) == own:
                        yield None
                    yield ("wants", own), store(0)
                    if (yield ("turn", 0), None) != own:
                        yield None
                    yield ("wants", own), store(1)
                yield ("turn", 0), store(1 - own)
                yield ("wants", own), store(0)
        return thread
    return count_orders([make(0), make(1)], make_memory(2, "wants", turn=0))


def peterson(rounds):
    return filter_lock(2, rounds)


def filter_lock(count, rounds):
    def make(own):
        def thread():
            for _ in range(rounds):
                for level in range(1, count):
                    yield ("level", own), store(level)
                    yield ("last", level), store(own)
                    for i in range(count):
                        if i != own and (yield ("level", i), None) >= level:
                            if (yield ("last", level), None) == own:
                                yield None
                            break
                yield ("level", own), store(0)
        return thread
    return count_orders([make(i) for i in range(count)], make_memory(count, "level", "last"))


def bakery(count, rounds):
    def make(own):
        others = [i for i in range(count) if i != own]

        def thread():
            for _ in range(rounds):
                yield ("chooses", own), store(1)
                number = 1
                for i in others:
                    number = max(number, (yield ("numbers", i), None) + 1)
                yield ("numbers", own), store(number)
                yield ("chooses", own), store(0)
                for i in others:
                    if (yield ("chooses", i), None):
                        yield None
                    other = yield ("numbers", i), None
                    if other and (other, i) < (number, own):
                        yield None
                yield ("numbers", own), store(0)
        return thread
    return count_orders([make(i) for i in range(count)], make_memory(count, "chooses", "numbers"))


def fast_mutex(count, rounds):
    def lock(own):
        while True:
            yield ("wants", own), store(1)
            yield ("x", 0), store(own + 1)
            if (yield ("y", 0), None):
                yield ("wants", own), store(0)
                if (yield ("y", 0), None):
                    yield None
                continue
            yield ("y", 0), store(own + 1)
            if (yield ("x", 0), None) == own + 1:
                return
            yield ("wants", own), store(0)
            for i in range(count):
                if (yield ("wants", i), None):
                    yield None
            if (yield ("y", 0), None) == own + 1:
                return
            if (yield ("y", 0), None):
                yield None

    def make(own):
        def thread():
            for _ in range(1 if own else rounds):
                yield from lock(own)
                yield ("y", 0), store(0)
                yield ("wants", own), store(0)
        return thread
    return count_orders([make(i) for i in range(count)], make_memory(count, "wants", x=0, y=0))


def deque(count):
    def own():
        for i in range(count):
            yield ("bottom", 0), store(i + 1)
        won = True
        while won:
            last = (yield ("bottom", 0), None) - 1
            yield ("bottom", 0), store(last)
            first = yield ("top", 0), None
            if first < last:
                continue
            won = first == last and (yield ("top", 0), exchange_if(first, first + 1)) == first
            yield ("bottom", 0), store(last + 1)

    def steal():
        first = yield ("top", 0), None
        if first < (yield ("bottom", 0), None):
            yield ("top", 0), exchange_if(first, first + 1)
    return count_orders([own, steal], make_memory(0, top=0, bottom=0))


def main():
    for function, sizes in ((stack, ((2,), (3,), (4,), (5,))), (mcs_lock, ((2,), (3,), (4,))),
                            (peterson, ((1,), (2,))), (dekker, ((1,), (2,))),
                            (filter_lock, ((2, 1), (2, 2), (3, 1))), (bakery, ((2, 1), (2, 2), (3, 1))),
                            (fast_mutex, ((2, 1), (2, 2))), (deque, ((1,), (2,), (3,), (4,), (6,)))):
        for size in sizes:
            print(function.__name__, *size, function(*size), flush=True)


if __name__ == "__main__":
    main()
