"""Piece sets: how bugs and tiles look, in any theme. A set is data, one file `NAME.toml` beside this one.

All sets draw the pictures of `art/`; a set says in which colours. A theme for eyes that need it (`contrast`,
`safe`) keeps its own colours whatever the set.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import Any

from ruche.render.themes import Side, Theme, theme_of

DEFAULT_SET = "ruche"


@dataclass(frozen=True, eq=False)
class PieceSet:
    """How the pieces of a set look; what it leaves out is as the theme and the pictures have it."""

    name: str
    silhouette: bool  # a bug is drawn in its colour alone, details cut out; else outlined, its body coloured
    tile: Mapping[str, str] = field(default_factory=dict)  # the colours of white and of black tiles
    bugs: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # of each bug on white and on black

    def colour(self, picture: str, own: str, side: Side) -> str:
        """Return the colour of a bug; `own` is the one that its picture names."""
        colours = self.bugs.get(picture.removesuffix("_dark"), {})
        return colours.get(_name(side), own)

    def dress(self, theme: Theme) -> Theme:
        """Return the theme as it is with these pieces."""
        if self.name == DEFAULT_SET or not theme.wears_sets:
            return theme
        return replace(
            theme,
            name=f"{theme.name}-{self.name}",
            white=self._side(theme.white),
            black=self._side(theme.black),
            accent=self.colour,
            lines=_as_body if self.silhouette else theme.lines,
        )

    def _side(self, side: Side) -> Side:
        paper = self.tile.get(_name(side), side.paper)
        return replace(side, paper=paper, detail=paper if self.silhouette else side.detail)


def _name(side: Side) -> str:
    return "black" if side.dark else "white"


def _as_body(picture: str, body: str, side: Side) -> str:
    return body


def _read() -> dict[str, PieceSet]:
    folder = files("ruche.render.pieces")
    found: dict[str, dict[str, Any]] = {
        file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8"))
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }
    names = sorted(found, key=lambda name: (name != DEFAULT_SET, name))
    return {name: PieceSet(name=name, **found[name]) for name in names}


PIECE_SETS = _read()


def dressed(theme: str | Theme, pieces: str) -> Theme:
    """Return a theme with the pieces of a set; raise `ValueError` if there is no such theme or set."""
    if pieces not in PIECE_SETS:
        raise ValueError(f"no piece set is called {pieces!r}; expected one of {', '.join(PIECE_SETS)}")
    return PIECE_SETS[pieces].dress(theme_of(theme))
