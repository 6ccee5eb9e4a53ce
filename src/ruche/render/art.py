"""The pictures of the bugs, one SVG file per face in `art/`, and their colours.

Every file is drawn in the box -50 -50 100 100, head up, and paints with four CSS variables only, so that
a page may use the same files: `--ink` (outlines and limbs), `--paper` (the tile shining through), `--accent`
(the coloured part), `--detail` (what is drawn on that part; dark on either side). The file names its own
accent for a light tile, `data-accent`, and for a dark one, `data-accent-dark`. It has no ids.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from ruche.render.themes import Side, Theme

_VARIABLE = re.compile(r"var\(--(\w+),[^)]*\)")
_OUTSIDE = re.compile(r"\s*</?svg[^>]*>\s*")


@cache
def source(picture: str) -> str:
    """Return the SVG file of a face (or `honeycombo_dark`), as it lies in `art/`."""
    return files("ruche.render").joinpath("art", f"{picture}.svg").read_text(encoding="utf-8")


def accent(picture: str, theme: Theme, side: Side) -> str:
    wanted = r'data-accent-dark="([^"]+)"' if side.dark else r'data-accent="([^"]+)"'
    found = re.search(wanted, source(picture))
    assert found is not None, f"{picture}.svg names no accent"
    return theme.accent(picture, found[1], side)


@cache
def drawing(picture: str, theme: Theme, side: Side) -> str:
    """Return the inside of a face's picture with the colours of a theme in place of the variables."""
    body = accent(picture, theme, side)
    colours = {
        "ink": theme.lines(picture, body, side),
        "paper": side.paper,
        "detail": side.detail,
        "accent": body,
    }
    inside = _OUTSIDE.sub("", source(picture)).replace("\n", "")
    return _VARIABLE.sub(lambda found: colours[found[1]], inside)
