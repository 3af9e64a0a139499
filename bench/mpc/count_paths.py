#!/usr/bin/env python3
"""How many paths the libraries of table2 have, for the expectations in ../mpc.py.

A path is what each thread decides at its branches. This counts them without raddle: the accesses and branches of each
program are written down again as Python generators, all interleavings for every input are searched state by state,
and the different combinations are counted. A thread is the values it has read so far, so a state is these and the
memory. Accesses that no branch depends on are left out, as are the assertions, which hold.
"""
import argparse

BIAS = 0x00100000


class Branches(list):
    """The outcomes at the branches of one thread."""

    def take(self, outcome):
        self.append(bool(outcome))
        return self[-1]


def replay(thread, values):
    """The next access of a thread that has read these values, or None; and its branches up to there."""
    branches = Branches()
    generator = thread(branches)
    try:
        access = next(generator)
        for value in values:
            access = generator.send(value)
    except StopIteration:
        access = None
    return access, tuple(branches)


def collect_paths(threads, memory):
    """The set of paths. A thread yields (name, update): what it reads, and None or a function from the old to the new
    value, all in one step.
    """
    start = (((),) * len(threads), tuple(sorted(memory.items())))
    seen, stack, paths, replayed = {start}, [start], set(), {}
    while stack:
        reads, cells = stack.pop()
        steps = []
        for n, values in enumerate(reads):
            if (n, values) not in replayed:
                replayed[n, values] = replay(threads[n], values)
            steps.append(replayed[n, values])
        if all(access is None for access, _ in steps):
            paths.add(tuple(branches for _, branches in steps))
        for n, (access, _) in enumerate(steps):
            if access is None:
                continue
            name, update = access
            old = dict(cells)[name]
            after = cells if update is None else tuple(sorted({**dict(cells), name: update(old)}.items()))
            state = ((*reads[:n], (*reads[n], old), *reads[n + 1:]), after)
            if state not in seen:
                seen.add(state)
                stack.append(state)
    return paths


def write(name, value):
    return name, lambda old: value


def read(name):
    return name, None


def make_dekker(me, limit):
    mine, other = f"wants{me}", f"wants{1 - me}"

    def thread(branches):
        yield write(mine, 1)
        attempt = 0
        while branches.take(attempt < limit):
            if not branches.take((yield read(other))):
                yield write("turn", 1 - me)
                break
            if branches.take((yield read("turn")) != me):
                yield write(mine, 0)
                while branches.take((yield read("turn")) != me):
                    attempt += 1
                    if branches.take(attempt >= limit):
                        return
                yield write(mine, 1)
            attempt += 1
        yield write(mine, 0)
    return thread


def make_peterson(me, limit):
    mine, other = f"wants{me}", f"wants{1 - me}"

    def thread(branches):
        yield write(mine, 1)
        yield write("turn", 1 - me)
        attempt = 0
        while branches.take(attempt < limit):
            if not branches.take((yield read(other))) or branches.take((yield read("turn")) == me):
                break
            attempt += 1
        yield write(mine, 0)
    return thread


def count_two(make, attempts):
    memory = {"wants0": 0, "wants1": 0, "turn": 0}
    return len(set().union(*(collect_paths([make(0, limit), make(1, limit)], memory)
                             for limit in range(attempts // 2 + 1))))


def make_spinlock(rounds):
    def thread(branches):
        n = 0
        while branches.take(n < rounds):
            if branches.take((yield "taken", lambda old: old or 1) == 0):
                yield write("taken", 0)
            n += 1
    return thread


def count_spinlock(threads, most):
    return len(set().union(*(collect_paths([make_spinlock(rounds)] * threads, {"taken": 0})
                             for rounds in range(most + 1))))


def make_rwlock(writes, rounds):
    amount = BIAS if writes else 1

    def thread(branches):
        branches.take(writes)
        for _ in range(rounds):
            old = yield "counter", lambda old: old - amount
            branches.take(old == BIAS if writes else old > 0)
            yield "counter", lambda old: old + amount
    return thread


def count_rwlock(rounds):
    return len(set().union(*(collect_paths([make_rwlock(first, rounds), make_rwlock(second, rounds)], {"counter": BIAS})
                             for first in (False, True) for second in (False, True))))


def make_writer(rounds):
    def thread(branches):
        n = 0
        while branches.take(n < rounds):
            yield "sequence", lambda old: old + 1
            yield "sequence", lambda old: old + 1
            n += 1
    return thread


def make_reader(attempts):
    def thread(branches):
        for _ in range(attempts):
            before = yield read("sequence")
            if not branches.take(before & 1):
                branches.take((yield read("sequence")) == before)
    return thread


def count_seqlock(threads, most):
    return len(set().union(*(collect_paths([make_writer(rounds), *[make_reader(most)] * (threads - 1)], {"sequence": 0})
                             for rounds in range(most + 1))))


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    for attempts in (6, 20, 30):
        print(f"dekker-{attempts}: {count_two(make_dekker, attempts)}", flush=True)
    for attempts in (6, 20):
        print(f"peterson-{attempts}: {count_two(make_peterson, attempts)}", flush=True)
    for threads, most in ((2, 3), (2, 5), (3, 3)):
        print(f"spinlock-{threads}-{most}: {count_spinlock(threads, most)}", flush=True)
    for rounds in (2, 5):
        print(f"linuxrwlock-2-{rounds}: {count_rwlock(rounds)}", flush=True)
    for threads, most in ((2, 3), (3, 3)):
        print(f"seqlock-{threads}-{most}: {count_seqlock(threads, most)}", flush=True)


if __name__ == "__main__":
    main()
