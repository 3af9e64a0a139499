"""The rows of structures/structures.tsv: programs, each with one of its memory orders weakened, and what becomes of
it."""
import typing

from harness import option
from memory.table import FOLDER, read_table

STRUCTURES = FOLDER / "structures"
CORRECT = "TRUE"
THREE = "THREE"  # defined where a program has a third thread
ALWAYS_THREE = ("release_sequence",)  # those that always have one


class Weakened(typing.NamedTuple):
    program: str
    defines: tuple
    weak: int  # the number of the order that is weakened; 0: none
    expected: str  # under c11: TRUE, or something that is violated
    certain: bool
    why: str

    def name(self):
        return "_".join([self.program, *(word.replace("=", "_") for word in self.defines), str(self.weak)])

    def title(self):
        """The program and how it is built, but for what is weakened and how many threads there are."""
        return " ".join([self.program, *(word for word in self.defines if word != THREE)])

    def text(self):
        """The program with the definitions and the header in it, so that it is whole by itself."""
        defines = [f"#define {' '.join(word.split('='))}\n" for word in (f"WEAK={self.weak}", *self.defines)]
        header = (STRUCTURES / "structures.h").read_text(encoding="utf-8")
        text = (STRUCTURES / f"{self.program}.c").read_text(encoding="utf-8")
        return "".join(defines) + text.replace('#include "structures.h"\n', header)


    def threads(self):
        return 3 if THREE in self.defines or self.program in ALWAYS_THREE else 2


def choosing():
    """The options that say which rows."""
    return (option("--step", type=int, default=1, help="every Nth row only"),
            option("--three", action="store_true", help="rows with three threads, too"))


def read_weakened(arguments):
    """The rows that are asked for."""
    rows = [Weakened(cells["program"], tuple(cells["defines"].split()), int(cells["weak"]),
                     cells["expected"].rstrip("?"), not cells["expected"].endswith("?"), cells["why"])
            for cells in read_table(STRUCTURES / "structures.tsv")]
    return [row for row in rows if arguments.three or THREE not in row.defines][::arguments.step]
