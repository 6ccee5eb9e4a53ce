"""Write `constants.pxd`: the numbers of the network and its features as C knows them.

    python -m ruche.engine.c_constants

It is to the engine what `ruche.rules.core.c_constants` is to the rules.
"""

from __future__ import annotations

from pathlib import Path

from ruche.engine import features, network
from ruche.rules.core.c_constants import declarations

TARGET = Path(__file__).with_name("constants.pxd")
HEAD = "# Generated from features.py and network.py by `python -m ruche.engine.c_constants`."
MODULES = (features, network)


def text() -> str:
    """Return the file as it has to be."""
    return "\n".join([HEAD, "", "cdef extern from *:", *declarations(MODULES), ""])


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
