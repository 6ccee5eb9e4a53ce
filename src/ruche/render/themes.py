"""Themes: the colours of a picture, and how far apart they are.

Nothing is shown by colour alone: the bugs differ in shape, the two sides in lightness, the marks in
form (dashes, rings, dots). A theme therefore only has to keep its colours apart in lightness.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Side:
    """Colours of the tiles of one side."""

    paper: str  # the tile
    ink: str  # outlines and limbs of the bug
    detail: str  # drawn on the coloured part of a bug, hence always dark
    edge: str  # rim of the tile
    dark: bool = False  # the tile is darker than what is drawn on it


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
    accent: Callable[[str, Side], str]  # colour of a bug, as its picture names it -> as drawn on a side
    rim: float = 2.5  # width of a tile's edge, a tile being 100 high


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


def _own(colour: str, side: Side) -> str:
    return colour


def _plain(colour: str, side: Side) -> str:
    """No colour at all: bugs are drawn in black and white, dark details on a white body."""
    return side.ink if side.dark else side.paper


# Eight colours chosen by M. Okabe and K. Ito to stay apart in every common kind of colour blindness.
_SAFE = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")


def _safe(colour: str, side: Side) -> str:
    """The nearest of the safe colours."""
    wanted = channels(colour)
    return min(_SAFE, key=lambda c: sum((a - b) ** 2 for a, b in zip(channels(c), wanted, strict=True)))


_CREAM = Side(paper="#fbf6e9", ink="#1d1a16", detail="#1d1a16", edge="#77705f")
_COAL = Side(paper="#24282e", ink="#f5efe0", detail="#1b1e23", edge="#0c0e10", dark=True)

THEMES: dict[str, Theme] = {
    theme.name: theme
    for theme in (
        Theme(
            name="light",
            background="#e3e8df",
            text="#20241f",
            muted="#5b6358",
            white=_CREAM,
            black=_COAL,
            last="#c0392b",
            target="#1f7a4d",
            arrow="#1c5fa8",
            rest="#4a5a8a",
            sting="#a3195b",
            accent=_own,
        ),
        Theme(
            name="dark",
            background="#14171b",
            text="#e9e6dd",
            muted="#9aa3ad",
            white=Side(paper="#ece4d0", ink="#1d1a16", detail="#1d1a16", edge="#fffaf0"),
            black=Side(paper="#2c3239", ink="#f2ecdd", detail="#1b1e23", edge="#8793a1", dark=True),
            last="#ff7a66",
            target="#4fd08a",
            arrow="#6db3ff",
            rest="#a9b8f0",
            sting="#ff7ab8",
            accent=_own,
        ),
        Theme(
            name="contrast",
            background="#ffffff",
            text="#000000",
            muted="#3a3a3a",
            white=Side(paper="#ffffff", ink="#000000", detail="#000000", edge="#000000"),
            black=Side(paper="#000000", ink="#ffffff", detail="#000000", edge="#000000", dark=True),
            last="#b00000",
            target="#005a00",
            arrow="#0000c8",
            rest="#3c008c",
            sting="#8c0050",
            accent=_plain,
            rim=4,
        ),
        Theme(
            name="safe",
            background="#eceff1",
            text="#1c1f22",
            muted="#596066",
            white=Side(paper="#ffffff", ink="#16181a", detail="#16181a", edge="#6a7076"),
            black=Side(paper="#23272b", ink="#f7f7f7", detail="#1a1d20", edge="#0c0e10", dark=True),
            last="#b34e00",
            target="#005f94",
            arrow="#16181a",
            rest="#005f94",
            sting="#b34e00",
            accent=_safe,
        ),
    )
}


def theme_of(name: str | Theme) -> Theme:
    """Return the theme of this name; raise `ValueError` if there is none."""
    if isinstance(name, Theme):
        return name
    if name not in THEMES:
        raise ValueError(f"no theme is called {name!r}; expected one of {', '.join(THEMES)}")
    return THEMES[name]
