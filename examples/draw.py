"""Draw a position: in the terminal, and as an SVG file with the targets of a piece lit.

python examples/draw.py hive.svg
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ruche import Position, render
from ruche.notation.diagram import read_diagram

HIVE = """
Base+MLP White[6]
   wA1   bQ    bA1
wQ    wB1^  bS1
   wP    bM
wB1 on bG1
"""


def draw(position: Position, piece: str) -> str:
    """Return a picture with the places lit where a piece may go."""
    targets = [action for action in position.legal_actions() if str(action.piece) == piece]
    return render.svg(position, targets=targets, labels="notation", title=f"Where {piece} may go")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, help="write the picture to this file")
    arguments = parser.parse_args()
    position = read_diagram(HIVE).position
    print(render.text(position, ansi=False))
    if arguments.file:
        arguments.file.write_text(draw(position, "wB1"), encoding="utf-8")
        print(f"written: {arguments.file}")


if __name__ == "__main__":
    main()
