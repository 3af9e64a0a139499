"""Binary relations on the numbers from 0 up to a few dozen, with the operators that axioms are written in."""


class Relation:
    """One row of bits for each number: what it is related to."""
    __slots__ = ("rows",)

    def __init__(self, rows):
        self.rows = tuple(rows)

    @classmethod
    def of(cls, size, pairs):
        rows = [0] * size
        for a, b in pairs:
            rows[a] |= 1 << b
        return cls(rows)

    @classmethod
    def identity(cls, size, members):
        """[S], that is, each member related to itself; `members` is a set of bits."""
        return cls(members & 1 << number for number in range(size))

    def __or__(self, other):
        return Relation(a | b for a, b in zip(self.rows, other.rows))

    def __and__(self, other):
        return Relation(a & b for a, b in zip(self.rows, other.rows))

    def __sub__(self, other):
        return Relation(a & ~b for a, b in zip(self.rows, other.rows))

    def __matmul__(self, other):
        """The composition, `;` on paper."""
        rows = []
        for row in self.rows:
            reached = 0
            while row:
                lowest = row & -row
                reached |= other.rows[lowest.bit_length() - 1]
                row ^= lowest
            rows.append(reached)
        return Relation(rows)

    def inverse(self):
        return Relation.of(len(self.rows), ((b, a) for a, b in self.pairs()))

    def optional(self):
        """r?, the relation or the same number."""
        return Relation(row | 1 << number for number, row in enumerate(self.rows))

    def closure(self):
        """r+."""
        rows = list(self.rows)
        for middle in range(len(rows)):
            bit, reached = 1 << middle, rows[middle]
            for number, row in enumerate(rows):
                if row & bit:
                    rows[number] = row | reached
            # `reached` need not be read again: what it gains in this round it gains from itself.
        return Relation(rows)

    def star(self):
        """r*."""
        return self.closure().optional()

    def pairs(self):
        for number, row in enumerate(self.rows):
            for other in range(len(self.rows)):
                if row >> other & 1:
                    yield number, other

    def has(self, a, b):
        return bool(self.rows[a] >> b & 1)

    def empty(self):
        return not any(self.rows)

    def irreflexive(self):
        return not any(row >> number & 1 for number, row in enumerate(self.rows))

    def acyclic(self):
        return self.closure().irreflexive()
