"""The shapes of the literature, and the orders in which each is asked about: make_litmus.py makes the rows of
litmus.tsv of them.

A shape is a program without orders and the condition that is asked about. The names are those of diy and of the papers
on x86, Power, ARM and C: SB is store buffering, MP message passing, LB load buffering, IRIW independent reads of
independent writes, and so on; Co* are about one location, Z6.* about three threads with a coherence edge.

Orders are one word for all, or one for each access and fence in the order of the text. Of the words for all, `ra` makes
stores release, loads acquire, updates and fences both. An order that stands in the shape already stays.
"""
import re
import typing

FOR_ALL = {
    "rlx": {"W": "rlx", "R": "rlx", "X": "rlx", "A": "rlx", "C": "rlx/rlx", "F": "acq_rel"},
    "ra": {"W": "rel", "R": "acq", "X": "acq_rel", "A": "acq_rel", "C": "acq_rel/acq", "F": "acq_rel"},
    "sc": {"W": "sc", "R": "sc", "X": "sc", "A": "sc", "C": "sc/sc", "F": "sc"},
}
SLOT = re.compile(r"\b([WRXACF])(?=[ ;]|$)")
EVERY = ("rlx", "ra", "sc")


class Shape(typing.NamedTuple):
    name: str
    program: str
    condition: str  # or `race`
    orders: tuple = EVERY

    def rows(self):
        for orders in self.orders:
            words = orders.split()
            name = self.name if not words else f"{self.name}+{'-'.join(words).replace('/', ',')}"
            yield name, with_orders(self.program, words), self.condition


def with_orders(program, words):
    left = list(words)

    def order(slot):
        word = FOR_ALL[words[0]][slot[1]] if len(words) == 1 and words[0] in FOR_ALL else left.pop(0)
        return f"{slot[1]}.{word}"

    text = SLOT.sub(order, program)
    if left and not (len(words) == 1 and words[0] in FOR_ALL):
        raise ValueError(f"{len(left)} orders too many for {program}")
    return text


NONE = ("",)  # all orders stand in the shape

ONE_LOCATION = (
    Shape("CoRR", "W x 1 || r0 = R x; r1 = R x", "r0=1 & r1=0", (*EVERY, "sc rlx sc", "na na na")),
    Shape("CoRR2", "W x 1 || W x 2 || r0 = R x; r1 = R x || r2 = R x; r3 = R x", "r0=1 & r1=2 & r2=2 & r3=1"),
    Shape("CoRW", "r0 = R x; W x 2 || W x 1", "r0=1 & x=1"),
    Shape("CoRW1", "r0 = R x; W x 1", "r0=1", ("rlx", "sc")),
    Shape("CoWR", "W x 1; r0 = R x || W x 2", "r0=2 & x=1"),
    Shape("CoWR0", "W x 1; r0 = R x", "r0=0", ("rlx", "sc")),
    Shape("CoWW", "W x 1; W x 2", "x=1", ("rlx", "sc")),
    Shape("CoWW+reader", "W x 1; W x 2 || r0 = R x; r1 = R x", "r0=2 & r1=1", ("rlx", "ra")),
    Shape("CoWR-seen", "W x 1; r0 = R x || W x 2; r1 = R x", "r0=2 & r1=1"),
    Shape("CoRW-cross", "r0 = R x; W x 1 || r1 = R x; W x 2", "r0=2 & r1=1"),
)

TWO_THREADS = (
    Shape("SB", "W x 1; r0 = R y || W y 1; r1 = R x", "r0=0 & r1=0",
          (*EVERY, "na na na na", "sc sc sc rlx", "sc rlx sc rlx", "rlx sc rlx sc", "sc acq sc acq", "rel sc rel sc",
           "sc sc rel acq")),
    Shape("SB+fences", "W x 1; F; r0 = R y || W y 1; F; r1 = R x", "r0=0 & r1=0",
          ("rlx sc rlx rlx sc rlx", "rlx acq_rel rlx rlx acq_rel rlx", "rel acq_rel acq rel acq_rel acq",
           "rlx rel rlx rlx acq rlx", "rel sc acq rlx sc rlx")),
    Shape("SB+fence+po", "W x 1; F.sc; r0 = R y || W y 1; r1 = R x", "r0=0 & r1=0",
          ("rlx rlx rlx rlx", "rlx rlx sc sc", "rlx rlx rel acq", "sc sc sc sc")),
    Shape("SB+updates", "r2 = X x 1; r0 = R y || r3 = X y 1; r1 = R x", "r0=0 & r1=0",
          (*EVERY, "sc rlx sc rlx", "sc acq sc acq")),
    Shape("SB+update+po", "r2 = X x 1; r0 = R y || W y 1; r1 = R x", "r0=0 & r1=0", EVERY),
    Shape("SB+dummy-updates", "W x 1; r2 = A z 0; r0 = R y || W y 1; r3 = A z 0; r1 = R x", "r0=0 & r1=0",
          ("rlx", "ra", "rlx acq_rel rlx rlx acq_rel rlx", "rlx sc rlx rlx sc rlx")),
    Shape("SB+failing-updates", "W x 1; r2 = C z 1 2; r0 = R y || W y 1; r3 = C z 1 2; r1 = R x", "r0=0 & r1=0",
          ("rlx", "sc")),
    Shape("SB+rfi", "W x 1; r0 = R x; r1 = R y || W y 1; r2 = R y; r3 = R x", "r0=1 & r1=0 & r2=1 & r3=0"),
    Shape("SB+reads", "r0 = A x 0; r1 = A y 0 || W x 1; W y 1", "r0=1 & r1=0", ("rlx",)),
    Shape("MP", "W x 1; W y 1 || r0 = R y; r1 = R x", "r0=1 & r1=0",
          (*EVERY, "na na na na", "rlx rel acq rlx", "rlx rel con rlx", "rlx rel rlx rlx", "rlx rlx acq rlx",
           "rel rlx acq acq", "rlx sc sc rlx", "sc rlx rlx sc", "rlx sc acq rlx", "rlx rel sc rlx",
           "rlx rlx sc sc", "sc sc rlx rlx")),
    Shape("MP+fences", "W x 1; F; W y 1 || r0 = R y; F; r1 = R x", "r0=1 & r1=0",
          ("rlx rel rlx rlx acq rlx", "rlx sc rlx rlx sc rlx", "rlx acq rlx rlx acq rlx", "rlx rel rlx rlx rel rlx",
           "rlx acq_rel rlx rlx acq_rel rlx", "rlx sc rlx rlx acq rlx", "rlx rel rlx rlx sc rlx")),
    Shape("MP+fence+acq", "W x 1; F; W y 1 || r0 = R y; r1 = R x", "r0=1 & r1=0",
          ("rlx rel rlx acq rlx", "rlx sc rlx acq rlx", "rlx rel rlx rlx rlx", "rlx sc rlx rlx rlx",
           "rlx acq rlx acq rlx")),
    Shape("MP+rel+fence", "W x 1; W y 1 || r0 = R y; F; r1 = R x", "r0=1 & r1=0",
          ("rlx rel rlx acq rlx", "rlx rel rlx sc rlx", "rlx rlx rlx acq rlx", "rlx rel rlx rel rlx",
           "rlx rlx rlx sc rlx")),
    Shape("MP+branch", "W x 1; W y 1 || r0 = R y; if r0 == 1 { r1 = R x; W z 1 }", "z=1 & r1=0",
          ("rlx rlx rlx rlx rlx", "rlx rel acq rlx rlx", "rlx rel rlx acq rlx")),
    Shape("MP+late-fence", "W x 1; W y 1; F.rel || r0 = R y; r1 = R x; F.acq", "r0=1 & r1=0", ("rlx",)),
    Shape("MP+update-writes", "W x 1; r2 = X y 1 || r0 = R y; r1 = R x", "r0=1 & r1=0",
          ("rlx", "rlx rel acq rlx", "rlx acq acq rlx", "rlx sc rlx rlx")),
    Shape("MP+update-reads", "W x 1; W y 1 || r0 = X y 2; r1 = R x", "r0=1 & r1=0",
          ("rlx", "rlx rel acq rlx", "rlx rel rel rlx", "rlx rlx sc rlx")),
    Shape("MP+exchange-reads", "W x 1; W y 1 || r0 = C y 1 2; r1 = R x", "r0=1 & r1=0",
          ("rlx rel acq/rlx rlx", "rlx rel rlx/acq rlx", "rlx rel rlx/rlx rlx")),
    Shape("MP+failing-exchange", "W x 1; W y 1 || r0 = C y 7 2; r1 = R x", "r0=1 & r1=0",
          ("rlx rel acq/rlx rlx", "rlx rel rlx/acq rlx", "rlx rel acq_rel/acq rlx", "rlx rel sc/sc rlx")),
    Shape("LB", "r0 = R x; W y 1 || r1 = R y; W x 1", "r0=1 & r1=1",
          (*EVERY, "na na na na", "acq rlx rlx rlx", "rlx rel rlx rlx")),
    Shape("LB+data", "r0 = R x; W y r0 || r1 = R y; W x r1", "r0=1 & r1=1", ("rlx",)),
    Shape("LB+branch", "r0 = R x; if r0 == 1 { W y 1 } || r1 = R y; if r1 == 1 { W x 1 }", "r0=1 & r1=1", ("rlx",)),
    Shape("LB+updates", "r0 = A x 1; W y 1 || r1 = A y 1; W x 1", "r0=1 & r1=1", ("rlx", "sc")),
    Shape("2+2W", "W x 1; W y 2 || W y 1; W x 2", "x=1 & y=1",
          (*EVERY, "na na na na", "sc rlx sc rlx", "rlx sc rlx sc", "sc rel sc rel")),
    Shape("2+2W+fences", "W x 1; F; W y 2 || W y 1; F; W x 2", "x=1 & y=1",
          ("rlx sc rlx rlx sc rlx", "rlx acq_rel rlx rlx acq_rel rlx", "rlx sc rlx rlx rel rlx")),
    Shape("2+2W+updates", "r0 = X x 1; r1 = X y 2 || r2 = X y 1; r3 = X x 2", "x=1 & y=1", EVERY),
    Shape("R", "W x 1; W y 1 || W y 2; r0 = R x", "y=2 & r0=0",
          (*EVERY, "rlx sc sc sc", "sc sc sc rlx", "rlx rel sc sc", "na na na na")),
    Shape("R+fences", "W x 1; F; W y 1 || W y 2; F; r0 = R x", "y=2 & r0=0",
          ("rlx sc rlx rlx sc rlx", "rlx rel rlx rlx sc rlx", "rlx sc rlx rlx acq_rel rlx")),
    Shape("S", "W x 2; W y 1 || r0 = R y; W x 1", "r0=1 & x=2",
          (*EVERY, "rlx rel acq rlx", "rlx rel rlx rlx", "rlx rlx acq rlx", "na na na na")),
    Shape("S+fences", "W x 2; F; W y 1 || r0 = R y; F; W x 1", "r0=1 & x=2",
          ("rlx rel rlx rlx acq rlx", "rlx sc rlx rlx sc rlx", "rlx rel rlx rlx rel rlx")),
    Shape("n5", "W x 1; r0 = R x || W x 2; r1 = R x", "r0=2 & r1=1", ("rlx",)),
    Shape("n6", "W x 1; r0 = R x; r1 = R y || W y 2; W x 2", "x=1 & r0=1 & r1=0", ("rlx", "ra", "sc")),
)

MORE_THREADS = (
    Shape("IRIW", "W x 1 || W y 1 || r0 = R x; r1 = R y || r2 = R y; r3 = R x", "r0=1 & r1=0 & r2=1 & r3=0",
          (*EVERY, "sc sc acq sc acq sc", "sc sc sc rlx sc rlx", "rel rel sc sc sc sc", "rlx rlx sc sc sc sc",
           "sc sc acq acq acq acq", "sc sc sc acq sc acq")),
    Shape("IRIW+fences", "W x 1 || W y 1 || r0 = R x; F; r1 = R y || r2 = R y; F; r3 = R x",
          "r0=1 & r1=0 & r2=1 & r3=0",
          ("rlx rlx rlx sc rlx rlx sc rlx", "rlx rlx rlx acq rlx rlx acq rlx", "rel rel acq sc acq acq acq_rel acq")),
    Shape("IRIW+updates", "W x 1 || W y 1 || r0 = A x 0; r1 = A y 0 || r2 = A y 0; r3 = A x 0",
          "r0=1 & r1=0 & r2=1 & r3=0", ("rlx", "sc")),
    Shape("WRC", "W x 1 || r0 = R x; W y 1 || r1 = R y; r2 = R x", "r0=1 & r1=1 & r2=0",
          (*EVERY, "rlx rlx rel acq rlx", "rlx acq rel acq rlx", "rel acq rlx acq rlx", "rel rlx rel acq rlx")),
    Shape("WRC+fences", "W x 1 || r0 = R x; F; W y 1 || r1 = R y; F; r2 = R x", "r0=1 & r1=1 & r2=0",
          ("rlx rlx sc rlx rlx sc rlx", "rlx rlx acq_rel rlx rlx acq rlx", "rlx rlx rel rlx rlx acq rlx")),
    Shape("RWC", "W x 1 || r0 = R x; r1 = R y || W y 1; r2 = R x", "r0=1 & r1=0 & r2=0",
          (*EVERY, "sc acq sc sc sc", "rlx rlx rlx sc sc")),
    Shape("RWC+fences", "W x 1 || r0 = R x; F; r1 = R y || W y 1; F; r2 = R x", "r0=1 & r1=0 & r2=0",
          ("rlx rlx sc rlx rlx sc rlx", "rlx rlx acq rlx rlx sc rlx", "rel acq acq_rel acq rel sc acq")),
    Shape("W+RWC", "W x 1; W y 1 || r0 = R y; r1 = R z || W z 1; r2 = R x", "r0=1 & r1=0 & r2=0",
          (*EVERY, "rlx rel acq sc sc sc", "rlx sc sc sc sc sc", "sc rel acq sc sc sc")),
    Shape("W+RWC+fences", "W x 1; W y 1 || r0 = R y; F; r1 = R z || W z 1; F; r2 = R x", "r0=1 & r1=0 & r2=0",
          ("rlx rel acq sc rlx rlx sc rlx", "rlx rlx rlx sc rlx rlx sc rlx", "rlx rel rlx sc rlx rlx sc rlx")),
    Shape("ISA2", "W x 1; W y 1 || r0 = R y; W z 1 || r1 = R z; r2 = R x", "r0=1 & r1=1 & r2=0",
          (*EVERY, "rlx rel acq rel acq rlx", "rlx rel rlx rel acq rlx", "rlx rel acq rlx acq rlx")),
    Shape("WWC", "W x 2 || r0 = R x; W y 1 || r1 = R y; W x 1", "r0=2 & r1=1 & x=2", EVERY),
    Shape("WRW+WR", "W x 1 || r0 = R x; W y 1 || W y 2; r1 = R x", "r0=1 & y=2 & r1=0", EVERY),
    Shape("WRW+2W", "W x 2 || r0 = R x; W y 1 || W y 2; W x 1", "r0=2 & y=2 & x=2", EVERY),
    Shape("WRR+2W", "W x 2 || r0 = R x; r1 = R y || W y 1; W x 1", "r0=2 & r1=0 & x=2", EVERY),
    Shape("IRRWIW", "W x 2 || r0 = R x; r1 = R y || W y 1 || r2 = R y; W x 1", "r0=2 & r1=0 & r2=1 & x=2", EVERY),
    Shape("IRWIW", "W x 2 || r0 = R x; W y 1 || W y 2 || r1 = R y; W x 1", "r0=2 & r1=2 & x=2 & y=2", ("rlx", "sc")),
    Shape("Z6.0", "W x 1; W y 1 || r0 = R y; W z 1 || W z 2; r1 = R x", "r0=1 & z=2 & r1=0", EVERY),
    Shape("Z6.1", "W x 2; W y 1 || W y 2; W z 1 || r0 = R z; W x 1", "y=2 & r0=1 & x=2", EVERY),
    Shape("Z6.2", "W x 2; W y 1 || r0 = R y; W z 1 || r1 = R z; W x 1", "r0=1 & r1=1 & x=2", EVERY),
    Shape("Z6.3", "W x 1; W y 1 || W y 2; W z 1 || r0 = R z; r1 = R x", "y=2 & r0=1 & r1=0",
          (*EVERY, "rlx sc sc rel acq rlx")),
    Shape("Z6.4", "W x 1; W y 1 || W y 2; r0 = R z || W z 1; r1 = R x", "y=2 & r0=0 & r1=0", EVERY),
    Shape("Z6.5", "W x 1; W y 1 || W y 2; W z 1 || W z 2; r0 = R x", "y=2 & z=2 & r0=0", EVERY),
    Shape("Z6.U", "W.sc x 1; W.rel y 1 || r0 = A.sc y 1; r1 = R.rlx y || W.sc y 3; r2 = R.sc x",
          "r0=1 & r1=3 & r2=0", NONE),
    Shape("3.SB", "W x 1; r0 = R y || W y 1; r1 = R z || W z 1; r2 = R x", "r0=0 & r1=0 & r2=0", EVERY),
    Shape("3.LB", "r0 = R x; W y 1 || r1 = R y; W z 1 || r2 = R z; W x 1", "r0=1 & r1=1 & r2=1", ("rlx", "sc")),
    Shape("3.2W", "W x 1; W y 2 || W y 1; W z 2 || W z 1; W x 2", "x=1 & y=1 & z=1", EVERY),
)

RELEASE_SEQUENCES = (
    Shape("RS+own-store", "W.rlx x 1; W.rel y 1; W y 2 || r0 = R.acq y; r1 = R.rlx x", "r0=2 & r1=0", ("rlx",)),
    Shape("RS+other-store", "W.rlx x 1; W.rel y 1 || r2 = R.rlx y; if r2 == 1 { W y 2 } || r0 = R.acq y; r1 = R.rlx x",
          "r0=2 & r1=0", ("rlx", "ra")),
    Shape("RS+update", "W.rlx x 1; W.rel y 1 || r2 = A y 1 || r0 = R.acq y; r1 = R.rlx x", "r0=2 & r1=0",
          ("rlx", "acq", "rel", "sc")),
    Shape("RS+exchange", "W.rlx x 1; W.rel y 1 || r2 = X y 2 || r0 = R.acq y; r1 = R.rlx x",
          "r2=1 & r0=2 & r1=0", ("rlx",)),
    Shape("RS+compare-exchange", "W.rlx x 1; W.rel y 1 || r2 = C y 1 2 || r0 = R.acq y; r1 = R.rlx x",
          "r0=2 & r1=0", ("rlx/rlx",)),
    Shape("RS+two-updates", "W.rlx x 1; W.rel y 1 || r2 = C.rlx/rlx y 1 2 || r3 = C.rlx/rlx y 2 3 || "
          "r0 = R.acq y; if r0 == 3 { r1 = R.rlx x; W.rlx z 1 }", "z=1 & r1=0", NONE),
    Shape("RS+store-after-update", "W.rlx x 1; W.rel y 1 || r2 = C.rlx/rlx y 1 2; if r2 == 1 { W.rlx y 3 } || "
          "r0 = R.acq y; r1 = R.rlx x", "r0=3 & r1=0", NONE),
    Shape("RS+own-store-update", "W.rlx x 1; W.rel y 1; W.rlx y 2 || r2 = C.rlx/rlx y 2 3 || "
          "r0 = R.acq y; r1 = R.rlx x", "r0=3 & r1=0", NONE),
    Shape("RS+fence-update", "W.rlx x 1; F.rel; W.rlx y 1 || r2 = A.rlx y 1 || r0 = R.acq y; r1 = R.rlx x",
          "r2=1 & r0=2 & r1=0", NONE),
    Shape("RS+relaxed-head", "W.rlx x 1; W.rlx y 1 || r2 = A y 1 || r0 = R.acq y; r1 = R.rlx x",
          "r2=1 & r0=2 & r1=0", ("rlx", "acq_rel")),
    Shape("RS+update-head", "W.rlx x 1; r3 = A.rel y 1 || r2 = A.rlx y 1 || r0 = R.acq y; r1 = R.rlx x",
          "r2=1 & r0=2 & r1=0", NONE),
    Shape("RS+acquire-fence", "W.rlx x 1; W.rel y 1 || r2 = A.rlx y 1 || r0 = R.rlx y; F.acq; r1 = R.rlx x",
          "r2=1 & r0=2 & r1=0", NONE),
    Shape("RS+failed-exchange", "W.rlx x 1; W.rel y 1; r2 = C.rlx/rlx y 5 6 || r0 = R.acq y; r1 = R.rlx x",
          "r0=1 & r1=0", NONE),
    Shape("RS+relay", "W.rlx x 1; W.rel y 1 || r2 = A.acq_rel y 1; W.rel z 1 || r0 = R.acq z; r1 = R.rlx x",
          "r2=1 & r0=1 & r1=0", NONE),
)

UPDATES = (
    Shape("adds", "r0 = A x 1 || r1 = A x 1", "r0=0 & r1=0", EVERY),
    Shape("adds-lost", "r0 = A x 1 || r1 = A x 1 || r2 = A x 1", "x=2", ("rlx", "sc")),
    Shape("exchanges", "r0 = X x 1 || r1 = X x 2", "r0=2 & r1=1", ("rlx", "sc")),
    Shape("exchange-once", "r0 = C x 0 1 || r1 = C x 0 2", "r0=0 & r1=0", ("rlx", "sc")),
    Shape("exchange-chain", "r0 = C x 0 1; r1 = C x 2 3 || r2 = C x 1 2", "x=3", ("rlx",)),
    Shape("exchange-back", "r0 = C x 0 1 || r1 = X x 0 || r2 = C x 0 2", "r0=0 & r1=1 & r2=0 & x=1", ("rlx",)),
    Shape("store-in-update", "r0 = A x 1 || W x 5", "r0=0 & x=1", ("rlx", "sc")),
    Shape("store-before-update", "W x 5; r0 = A x 1 || W x 7", "r0=5 & x=7", ("rlx",)),
    Shape("add-seen-twice", "r0 = A x 1; r1 = R x || r2 = A x 1; r3 = R x", "r1=1 & r3=1", EVERY),
    Shape("update-order", "r0 = A x 1; r1 = A y 1 || r2 = A y 1; r3 = A x 1", "r1=1 & r3=1", EVERY),
    Shape("update-order-late", "r0 = A x 1; r1 = A y 1 || r2 = A y 1; r3 = A x 1", "r0=1 & r2=1", EVERY),
    Shape("try-lock", "r0 = C l 0 1; if r0 == 0 { W x 1; W l 0 } || r1 = C l 0 1; if r1 == 0 { r2 = R x; r3 = R x }",
          "r1=0 & r2=0 & r3=1", ("acq/rlx rlx rel acq/rlx rlx rlx", "rlx/rlx rlx rlx rlx/rlx rlx rlx")),
    Shape("dekker-updates", "r0 = X x 1; r1 = R y || r2 = X y 1; r3 = R x", "r1=0 & r3=0",
          ("acq_rel acq acq_rel acq",)),
)

RACES = (
    Shape("race-write-write", "W.na x 1 || W.na x 2", "race", NONE),
    Shape("race-read-write", "W.na x 1 || r0 = R.na x", "race", NONE),
    Shape("race-reads", "r0 = R.na x || r1 = R.na x", "race", NONE),
    Shape("race-apart", "W.na x 1 || W.na y 1", "race", NONE),
    Shape("race-atomic", "W x 1 || r0 = R x", "race", ("rlx",)),
    Shape("race-MP", "W.na x 1; W y 1 || r0 = R y; if r0 == 1 { r1 = R.na x }", "race",
          ("rel acq", "sc sc", "rel con", "rel rlx", "rlx acq", "rlx rlx", "sc rlx", "rlx sc")),
    Shape("race-MP-unguarded", "W.na x 1; W y 1 || r0 = R y; r1 = R.na x", "race", ("rel acq", "sc sc")),
    Shape("race-MP-fences", "W.na x 1; F; W.rlx y 1 || r0 = R.rlx y; if r0 == 1 { F; r1 = R.na x }", "race",
          ("rel acq", "sc sc", "acq_rel acq_rel", "acq acq", "rel rel")),
    Shape("race-MP-fence+order", "W.na x 1; F; W.rlx y 1 || r0 = R y; if r0 == 1 { r1 = R.na x }", "race",
          ("rel acq", "rel rlx", "acq acq")),
    Shape("race-MP-update", "W.na x 1; r2 = A y 1 || r0 = A y 1; if r0 == 1 { W.na x 2 }", "race",
          ("acq_rel acq_rel", "rel acq", "rlx acq", "rel rlx", "rlx rlx", "sc sc")),
    Shape("race-RS", "W.na x 1; W.rel y 1 || r2 = C y 1 2 || r0 = R.acq y; if r0 == 2 { r1 = R.na x }", "race",
          ("rlx/rlx",)),
    Shape("race-RS-store", "W.na x 1; W.rel y 1; W.rlx y 2 || r0 = R.acq y; if r0 == 2 { r1 = R.na x }", "race", NONE),
    Shape("race-RS-other-store", "W.na x 1; W.rel y 1 || r2 = R.rlx y; if r2 == 1 { W.rlx y 2 } || "
          "r0 = R.acq y; if r0 == 2 { r1 = R.na x }", "race", NONE),
    Shape("race-WRC", "W.na x 1; W.rel y 1 || r0 = R.acq y; if r0 == 1 { W.rel z 1 } || "
          "r1 = R.acq z; if r1 == 1 { r2 = R.na x }", "race", NONE),
    Shape("race-dekker", "W x 1; r0 = R y; if r0 == 0 { W.na c 1 } || W y 1; r1 = R x; if r1 == 0 { W.na c 2 }",
          "race", EVERY),
    Shape("race-dekker-fences", "W.rlx x 1; F; r0 = R.rlx y; if r0 == 0 { W.na c 1 } || "
          "W.rlx y 1; F; r1 = R.rlx x; if r1 == 0 { W.na c 2 }", "race", ("sc sc", "acq_rel acq_rel")),
    Shape("race-try-lock", "r0 = C l 0 1; if r0 == 0 { W.na x 1; W l 0 } || "
          "r1 = C l 0 1; if r1 == 0 { W.na x 2; W l 0 }", "race",
          ("acq/rlx rel acq/rlx rel", "rlx/rlx rel acq/rlx rel", "acq/rlx rlx acq/rlx rel",
           "rlx/rlx rel rlx/rlx rel", "acq/rlx rlx acq/rlx rlx", "sc/sc sc sc/sc sc")),
    Shape("race-LB", "r0 = R x; if r0 == 1 { W.na z 1 } ; W y 1 || r1 = R y; if r1 == 1 { W.na z 2 } ; W x 1", "race",
          ("rlx",)),
)

SHAPES = (*ONE_LOCATION, *TWO_THREADS, *MORE_THREADS, *RELEASE_SEQUENCES, *UPDATES, *RACES)
