"""The rows of structures/structures.tsv: programs, each with one of its memory orders weakened, and what becomes of
it."""
import typing

from memory.table import FOLDER, read_table

STRUCTURES = FOLDER / "structures"
CORRECT = "TRUE"


class Weakened(typing.NamedTuple):
    program: str
    defines: tuple
    weak: int  # the number of the order that is weakened; 0: none
    expected: str  # under c11: TRUE, or something that is violated
    certain: bool
    why: str

    def name(self):
        return "_".join([self.program, *(word.replace("=", "_") for word in self.defines), str(self.weak)])

    def text(self):
        """The program with the definitions and the header in it, so that it is whole by itself."""
        defines = [f"#define {' '.join(word.split('='))}\n" for word in (f"WEAK={self.weak}", *self.defines)]
        header = (STRUCTURES / "structures.h").read_text(encoding="utf-8")
        text = (STRUCTURES / f"{self.program}.c").read_text(encoding="utf-8")
        return "".join(defines) + text.replace('#include "structures.h"\n', header)


def read_weakened(step=1):
    """Every so many of the rows."""
    for number, cells in enumerate(read_table(STRUCTURES / "structures.tsv")):
        if number % step == 0:
            yield Weakened(cells["program"], tuple(cells["defines"].split()), int(cells["weak"]),
                           cells["expected"].rstrip("?"), not cells["expected"].endswith("?"), cells["why"])
