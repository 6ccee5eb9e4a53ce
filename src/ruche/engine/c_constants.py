"""Write `constants.pxd`: the numbers of the network and its features that compiled modules ask for.

    python -m ruche.engine.c_constants

It is to the engine what `ruche.rules.core.c_constants` is to the rules.
"""

from __future__ import annotations

import re
from pathlib import Path

from ruche.engine import features, network
from ruche.rules.core.c_constants import all_numbers, declaration

TARGET = Path(__file__).with_name("constants.pxd")
HEAD = "# Generated from features.py and network.py by `python -m ruche.engine.c_constants`."
SOURCES = (features, network)


def names() -> set[str]:
    """Return the names that are taken from the file."""
    sources = [path.read_text(encoding="utf-8") for path in TARGET.parent.glob("*.pxd")]
    lists = re.findall(r"^from ruche\.engine\.constants cimport (.+)", "\n".join(sources), re.MULTILINE)
    return {name.split()[0] for listed in lists for name in listed.split(",")}


def text() -> str:
    """Return the file as it has to be."""
    wanted = names()
    lines = [declaration(name, value) for name, value in all_numbers(SOURCES).items() if name in wanted]
    return "\n".join([HEAD, "", "cdef extern from *:", *lines, ""])


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
