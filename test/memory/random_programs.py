"""Random small programs about memory orders: 2 to 4 threads with 1 to 4 accesses each, 1 to 3 locations, all operations
and orders, fences and conditions. Most orders of a program come from a few, drawn for it, so that those which take two
to have an effect meet."""
from memory.language import (FAILURE_ORDERS, FENCE_ORDERS, LOAD_ORDERS, STORE_ORDERS, UPDATE_ORDERS, Fence, If, Load,
                             Program, Store, Update)

LOCATIONS = ("x", "y", "z")
FAVOURITES = (("rlx",), ("rlx", "acq", "rel", "acq_rel"), ("rlx", "sc"), ("acq", "rel", "acq_rel", "sc"),
              ("rlx", "con", "acq", "rel", "acq_rel", "sc"))


class Draw:
    """What is drawn once for a program."""

    def __init__(self, chance, plain):
        self.chance = chance
        self.locations = LOCATIONS[:chance.choice((1, 2, 2, 2, 3))]
        self.plain = self.locations[-1] if plain and len(self.locations) > 1 else None
        self.favourites = chance.choice(FAVOURITES)
        self.registers = 0

    def order(self, allowed):
        liked = [order for order in allowed if order in self.favourites and order != "na"]
        atomic = [order for order in allowed if order != "na"]
        return self.chance.choice(liked if liked and self.chance.random() < 0.9 else atomic)

    def register(self):
        self.registers += 1
        return f"r{self.registers - 1}"

    def value(self, known):
        """A small number, or a register whose value the thread has read."""
        if known and self.chance.random() < 0.1:
            return self.chance.choice(known)
        return self.chance.randint(1, 2)

    def access(self, known):
        """A statement; the register that it fills is known from then on."""
        location = self.chance.choice(self.locations)
        kinds = "WR" if location == self.plain else "WWWRRRRXAC"
        kind = self.chance.choice(kinds)
        if kind == "W":
            return Store(location, self.value(known), "na" if location == self.plain else self.order(STORE_ORDERS))
        register = self.register()
        if kind == "R":
            return Load(register, location, "na" if location == self.plain else self.order(LOAD_ORDERS))
        value, order = self.value(known), self.order(UPDATE_ORDERS)
        if kind != "C":
            return Update(register, location, kind, value, order)
        return Update(register, location, kind, value, order, self.chance.randint(0, 1), self.order(FAILURE_ORDERS))

    def code(self, accesses):
        statements, known = [], []
        for number in range(accesses):
            if number and self.chance.random() < 0.2:
                statements.append(Fence(self.order(FENCE_ORDERS)))
            access = self.access(known)
            if known and self.chance.random() < 0.15:
                access = If(self.chance.choice(known), self.chance.random() < 0.7, self.chance.randint(0, 2), (access,))
            elif isinstance(access, (Load, Update)):
                known.append(access.register)
            statements.append(access)
        return tuple(statements)


def draw_program(chance, most_accesses=8, plain=True):
    """`plain` allows accesses that are not atomic."""
    draw = Draw(chance, plain and chance.random() < 0.25)
    threads = chance.choice((2, 2, 2, 3, 3, 4))
    sizes = [1] * threads
    for _ in range(chance.randint(0, max(0, most_accesses - threads))):
        small = [number for number, size in enumerate(sizes) if size < 4]
        sizes[chance.choice(small)] += 1
    return Program(tuple(draw.code(size) for size in sizes))


def strengthen(program):
    """The program with everything sequentially consistent."""
    return Program(tuple(strengthen_code(code) for code in program.threads))


def strengthen_code(code):
    return tuple(statement._replace(body=strengthen_code(statement.body)) if isinstance(statement, If) else
                 statement._replace(order="sc", failure="sc") if getattr(statement, "failure", None) else
                 statement._replace(order="sc") for statement in code)
