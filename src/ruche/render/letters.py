"""Letters as strokes, for PNG pictures: they look the same everywhere and need no fonts on the machine.

A letter is its width and an SVG path: the base line is 0, small letters reach to -4, capitals to -6. Letters
with an accent are the letter and the accent. What is not here is drawn as an empty box.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files
from xml.sax.saxutils import escape

UNIT = 0.122  # a step of the paths, in parts of the size of the text
GAP = 1.5  # between two letters
HEAVY, NORMAL = 1.0, 0.7  # width of a stroke

ALIKE = {"’": "'", "–": "-", "—": "-", "“": '"', "”": '"', "«": "<", "»": ">", "…": "."}
MARKS = {  # accents above the middle of a small letter
    "\u0301": "M-.5 -4.9L.6 -6.1",
    "\u0300": "M.5 -4.9L-.6 -6.1",
    "\u0302": "M-.9 -4.9L0 -5.9L.9 -4.9",
    "\u0308": "M-.8 -5.5V-5.6M.8 -5.5V-5.6",
    "\u0303": "M-1 -5.2C-.3 -6.3 .3 -4.7 1 -5.8",
    "\u030c": "M-.9 -5.9L0 -4.9L.9 -5.9",
    "\u0327": "M0 0C.9 .6 .6 1.6 -.5 1.4",
}
SPACE = 2.0
BOX = (3.4, "M0 0V-6H3.4V0Z")


@cache
def letters() -> dict[str, tuple[float, str]]:
    """Return width and path of every letter in `letters.tsv`."""
    text = files("ruche.render").joinpath("letters.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    return {letter: (float(width), path) for letter, width, path in rows}


def write(x: float, y: float, text: str, size: float, fill: str, anchor: str, bold: bool) -> str:
    """Return the strokes of a line of text that stands on `y`; `anchor` is start, middle or end of `x`."""
    parts: list[str] = []
    at = middle = 0.0
    capital = False
    for letter in unicodedata.normalize("NFD", text):
        if letter in MARKS:
            lift = -2 if capital and letter != "\u0327" else 0
            parts.append(_placed(MARKS[letter], middle, lift))
        elif letter.isspace():
            at += SPACE + GAP
        else:
            width, path = letters().get(ALIKE.get(letter, letter), BOX)
            parts.append(_placed(path, at, 0))
            middle, capital = at + width / 2, letter.isupper()
            at += width + GAP
    scale = UNIT * size
    left = x - max(0.0, at - GAP) * scale * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    return (
        f'<g transform="translate({left:.1f} {y:.1f}) scale({scale:.3f})" fill="none" stroke="{escape(fill)}"'
        f' stroke-width="{HEAVY if bold else NORMAL}" stroke-linecap="round" stroke-linejoin="round">'
        + "".join(parts)
        + "</g>"
    )


def _placed(path: str, right: float, down: float) -> str:
    return f'<path transform="translate({right:.2f} {down:g})" d="{path}"/>'
