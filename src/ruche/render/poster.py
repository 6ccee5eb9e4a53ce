"""All faces side by side, with their names: a poster for documentation and for looking at the art."""

from __future__ import annotations

from ruche import words
from ruche.render.pieces import DEFAULT_SET, dressed
from ruche.render.scene import Tile
from ruche.render.themes import Theme
from ruche.render.vector import MARGIN, RADIUS, WIDE, Box, Pen
from ruche.rules.facts.bugs import BUGS, NEUTRAL_BUG

ROW = 2 * RADIUS + 42  # a pair of tiles and a name
PITCH = 2.3 * WIDE


def poster(
    *,
    theme: str | Theme = "light",
    pieces: str = DEFAULT_SET,
    columns: int = 7,
    size: float | None = None,
    language: str = "en",
    outlines: bool = False,
) -> str:
    """Return an SVG of all bugs with their names, on tiles of either side."""
    pen = Pen(dressed(theme, pieces), "none", language, outlines)
    names = [words.say(f"bug.{bug.name}", language) for bug in BUGS]
    for i, bug in enumerate(BUGS):
        x, y = (i % columns + 0.5) * PITCH, i // columns * ROW + MARGIN + RADIUS
        for side in (0, 1):
            tile = Tile(side, bug.name, bug.letter, neutral=bug is NEUTRAL_BUG)
            pen.use(pen.piece(tile), x + (side - 0.5) * WIDE, y)
        pen.write(x, y + RADIUS + 14, f"{names[i]} · {bug.letter}", 18, pen.theme.text)
    pen.box = Box(0, 0, columns * PITCH, -(-len(BUGS) // columns) * ROW + 2 * MARGIN)
    return pen.document(size, words.say("render.poster", language), ", ".join(names))
