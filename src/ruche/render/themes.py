"""Themes: the colours of a picture, and how far apart they are.

Nothing is shown by colour alone: the bugs differ in shape, the two sides in lightness, the marks in
form (dashes, rings, dots). A theme therefore only has to keep its colours apart in lightness. The colours are
data, `themes.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Side:
    """Colours of the tiles of one side."""

    paper: str  # the tile
    ink: str  # outlines and limbs of the bug
    detail: str  # drawn on the coloured part of a bug, hence always dark
    edge: str  # rim of the tile
    dark: bool = False  # the tile is darker than what is drawn on it


def _inked(picture: str, body: str, side: Side) -> str:
    return side.ink


@dataclass(frozen=True)
class Theme:
    """Colours of a picture."""

    name: str
    background: str
    text: str
    muted: str  # what matters less: coordinates, captions, ghosts
    white: Side
    black: Side
    last: str  # where the last action was
    target: str  # where the next one may go
    arrow: str
    rest: str
    sting: str
    accent: Callable[[str, str, Side], str]  # a bug's picture, the colour it names -> as drawn on a side
    lines: Callable[[str, str, Side], str] = _inked  # a bug's picture, its colour as drawn -> of its outlines
    rim: float = 2.5  # width of a tile's edge, a tile being 100 high

    @property
    def wears_sets(self) -> bool:
        """Whether a piece set may change its colours: not where they were chosen for the eyes."""
        return self.accent is _own


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`, 0 to 1."""

    def linear(channel: int) -> float:
        c = channel / 255
        return c / 12.92 if c <= 0.03928 else float(((c + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(v) for v in channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 (equal) to 21 (black on white)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of `#rrggbb`, 0 to 255."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"{colour!r} is no colour; expected six hexadecimal digits after #, as #1d1a16")
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _own(picture: str, colour: str, side: Side) -> str:
    return colour


def _plain(picture: str, colour: str, side: Side) -> str:
    """No colour at all: bugs are drawn in black and white, dark details on a white body."""
    return side.ink if side.dark else side.paper


# Eight colours chosen by M. Okabe and K. Ito to stay apart in every common kind of colour blindness.
_SAFE = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")


def _safe(picture: str, colour: str, side: Side) -> str:
    """The nearest of the safe colours."""
    wanted = channels(colour)
    return min(_SAFE, key=lambda c: sum((a - b) ** 2 for a, b in zip(channels(c), wanted, strict=True)))


ACCENTS = {"own": _own, "plain": _plain, "safe": _safe}


def _themes() -> Iterator[Theme]:
    text = files("ruche.render").joinpath("themes.toml").read_text(encoding="utf-8")
    for name, row in tomllib.loads(text).items():
        sides = {side: Side(**row[side]) for side in ("white", "black")}
        yield Theme(**{**row, **sides, "name": name, "accent": ACCENTS[row["accent"]]})


THEMES = {theme.name: theme for theme in _themes()}


def theme_of(name: str | Theme) -> Theme:
    """Return the theme of this name; raise `ValueError` if there is none."""
    if isinstance(name, Theme):
        return name
    if name not in THEMES:
        raise ValueError(f"no theme is called {name!r}; expected one of {', '.join(THEMES)}")
    return THEMES[name]
