"""Pictures of positions and games: SVG, PNG, text for terminals, films.

>>> import ruche
>>> from ruche import render
>>> position = ruche.Position("Base+MLP")
>>> picture = render.svg(position, theme="dark", labels="notation")
>>> picture[:4]
'<svg'

Themes are `light`, `dark`, `contrast` (black and white, strong edges) and `safe` (for colour-blind eyes).
The art is the project's own; see `ruche.render.art` for using it elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypedDict, Unpack

from ruche.render import animation, terminal, vector
from ruche.render.poster import draw_poster
from ruche.render.raster import PngMissingError, rasterise
from ruche.render.scene import Scene, Tile, scene
from ruche.render.themes import THEMES, Theme, theme_of
from ruche.render.vector import LABELS, Labels
from ruche.rules.facts.hexes import Hex

if TYPE_CHECKING:
    from ruche.notation.game import Game
    from ruche.rules.action import Action
    from ruche.rules.facts.pieces import Piece
    from ruche.rules.position import Position

__all__ = [
    "LABELS",
    "THEMES",
    "Labels",
    "Look",
    "PngMissingError",
    "Scene",
    "Theme",
    "Tile",
    "film",
    "png",
    "poster",
    "scene",
    "strip",
    "svg",
    "text",
]


class Look(TypedDict, total=False):
    """How a picture looks; every part may be left out."""

    theme: str | Theme  # light, dark, contrast, safe
    size: float | None  # the longer side in pixels; else a tile is 100 high
    labels: Labels  # none, notation (wA1) or coordinates (2,-1) on the tiles
    last: bool  # mark the last action
    targets: Iterable[Hex | Action]  # hexes to light, as those and where actions end
    arrows: Iterable[tuple[Hex, Hex] | Action]  # from hex to hex, as those and what actions do
    hands: bool  # draw what is in the hands
    caption: bool  # say who is to move
    title: str | None  # write this above it
    language: str  # en, fr
    outlines: bool  # letters as strokes, for viewers without fonts (PNG pictures always)


def svg(
    position: Position,
    *,
    theme: str | Theme = "light",
    size: float | None = None,
    labels: Labels = "none",
    last: bool = True,
    targets: Iterable[Hex | Action] = (),
    arrows: Iterable[tuple[Hex, Hex] | Action] = (),
    hands: bool = True,
    caption: bool = True,
    title: str | None = None,
    language: str = "en",
    outlines: bool = False,
) -> str:
    """Return a picture of the position as an SVG document; `Look` says what the options are."""
    return vector.draw(
        scene(position, last=last),
        theme_of(theme),
        size=size,
        labels=_checked(labels),
        targets=_places(position, targets),
        arrows=_ends(position, arrows),
        hands=hands,
        caption=caption,
        title=title,
        language=language,
        outlines=outlines,
    )


def png(position: Position, *, scale: float = 1.0, **look: Unpack[Look]) -> bytes:
    """Return the same picture as a PNG file, `scale` times as large; needs `ruche[png]`."""
    look["outlines"] = True
    return rasterise(svg(position, **look), scale=scale)


def text(
    position: Position,
    *,
    ansi: bool = True,
    last: bool = True,
    targets: Iterable[Hex | Action] = (),
    hands: bool = True,
    caption: bool = True,
    title: str | None = None,
    language: str = "en",
) -> str:
    """Return a picture of the position in characters; with `ansi` in the colours of a terminal."""
    return terminal.draw(
        scene(position, last=last),
        ansi=ansi,
        targets=_places(position, targets),
        hands=hands,
        caption=caption,
        title=title,
        language=language,
    )


def film(
    source: Game | Position | Iterable[Position],
    *,
    theme: str | Theme = "light",
    size: float | None = None,
    labels: Labels = "none",
    seconds: float = 1.2,
    loop: bool = True,
    hands: bool = True,
    title: str | None = None,
    language: str = "en",
) -> str:
    """Return a game as an animated SVG, `seconds` an action.

    The source is a record, the last position of a game, or all its positions one after the other.
    """
    return animation.animate(
        _scenes(source),
        theme_of(theme),
        size=size,
        labels=_checked(labels),
        seconds=seconds,
        loop=loop,
        hands=hands,
        title=title,
        language=language,
    )


def strip(
    source: Game | Position | Iterable[Position],
    *,
    theme: str | Theme = "light",
    size: float | None = None,
    labels: Labels = "none",
    columns: int | None = None,
    title: str | None = None,
    language: str = "en",
    outlines: bool = False,
) -> str:
    """Return a game as one still SVG, its positions side by side; the source is as for `film`."""
    return animation.strip(
        _scenes(source),
        theme_of(theme),
        size=size,
        labels=_checked(labels),
        columns=columns,
        title=title,
        language=language,
        outlines=outlines,
    )


def poster(
    *,
    theme: str | Theme = "light",
    columns: int = 7,
    size: float | None = None,
    language: str = "en",
    outlines: bool = False,
) -> str:
    """Return an SVG of all bugs with their names, on tiles of either side."""
    return draw_poster(theme_of(theme), columns=columns, size=size, language=language, outlines=outlines)


def _checked(labels: Labels) -> Labels:
    if labels not in LABELS:
        raise ValueError(f"no labels are called {labels!r}; expected one of {', '.join(LABELS)}")
    return labels


def _scenes(source: Game | Position | Iterable[Position]) -> list[Scene]:
    from ruche.notation.game import Game

    if isinstance(source, Game):
        source = source.positions()
    found = [scene(position) for position in source] if isinstance(source, Iterable) else _past(source)
    if not found:
        raise ValueError("a film needs at least one position, and there was none")
    return found


def _past(end: Position) -> list[Scene]:
    """Return the scenes of the game that led to a position."""
    position = end.copy()
    found = [scene(position)]
    for _ in range(len(position.history)):
        position.undo()
        found.append(scene(position))
    return found[::-1]


def _places(position: Position, wanted: Iterable[Hex | Action]) -> list[Hex]:
    """Return the hexes meant, each once: themselves, or where an action ends or strikes."""
    found: dict[Hex, None] = {}
    for one in wanted:
        place = Hex(*one) if isinstance(one, tuple) else one.to or _home(position, one.target or one.piece)
        if place is not None:
            found[place] = None
    return list(found)


def _ends(position: Position, wanted: Iterable[tuple[Hex, Hex] | Action]) -> list[tuple[Hex, Hex]]:
    """Return where arrows begin and end; actions that go nowhere have none."""
    found = []
    for one in wanted:
        if isinstance(one, tuple):
            found.append((Hex(*one[0]), Hex(*one[1])))
            continue
        begin = one.origin or _home(position, one.piece)
        end = one.to or _home(position, one.target)
        if begin is not None and end is not None and begin != end:
            found.append((begin, end))
    return found


def _home(position: Position, piece: Piece | None) -> Hex | None:
    """Return where a piece is in play."""
    if piece is None:
        return None
    return next((at for at, pieces in position.stacks.items() if any(p.id == piece.id for p in pieces)), None)
