"""Write `constants.pxd`: the numbers of the Python modules as C knows them.

    python -m ruche.rules.core.c_constants

C folds named numbers when it compiles, as it could not fold variables. A test compares the file with what is
written here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from ruche.rules.core import codes, tables
from ruche.rules.facts import bugs, colours, game_type

TARGET = Path(__file__).with_name("constants.pxd")
HEAD = "# Generated from codes.py and rules/facts by `python -m ruche.rules.core.c_constants`."
SOURCES = (codes, bugs, colours, game_type)


def numbers(module: ModuleType) -> Iterator[tuple[str, int]]:
    """Give the named integers that a module defines or has taken over from another."""
    for name, value in vars(module).items():
        if name.isupper() and type(value) is int:
            yield name, value


def all_numbers(modules: Iterable[ModuleType]) -> dict[str, int]:
    """Return the named integers of some modules."""
    return dict(pair for module in modules for pair in numbers(module))


def declaration(name: str, value: int) -> str:
    """Return the line that tells C of a number."""
    return f'    int {name} "({value})"'


def text() -> str:
    """Return the file as it has to be."""
    in_c = {f"STEP_{d}": offset for d, offset in enumerate(tables.OFFSETS)}  # for what bits.pxd says in C
    in_c |= {"LANE": codes.LANE, "CELL": codes.CELL}
    defined = [f"    #define RUCHE_{name} ({value})" for name, value in in_c.items()]
    lines = [declaration(name, value) for name, value in all_numbers(SOURCES).items()]
    mask = '    unsigned long long MASK64 "0xFFFFFFFFFFFFFFFFULL"'
    return "\n".join([HEAD, "", "cdef extern from *:", '    """', *defined, '    """', *lines, mask, ""])


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
