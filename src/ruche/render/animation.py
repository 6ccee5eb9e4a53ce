"""A whole game in one picture: an animated SVG, or a strip of its positions.

The animation says when each stack is seen, not what each frame looks like: a stack that stays for thirty
actions is drawn once. It uses SMIL, so that the file runs wherever a picture is shown, without scripts; a
viewer that knows no animation shows the last position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from math import ceil, sqrt
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from ruche import words
from ruche.render.pieces import DEFAULT_SET, dressed
from ruche.render.scene import Scene, Tile
from ruche.render.scene import scene as scene_of
from ruche.render.themes import Theme
from ruche.render.vector import MARGIN, Box, Labels, PageLayout, Pen, around, at, centre, lift, number
from ruche.render.wording import STATES, status
from ruche.rules.facts.hexes import Hex

if TYPE_CHECKING:
    from ruche.notation.game import Game
    from ruche.rules.position import Position

GLIDE = 0.35  # the part of an action's time in which its piece is on the way
HOLD = 3  # how many actions' time the last position stays

T = TypeVar("T")
Source: TypeAlias = "Game | Position | Iterable[Position]"


def film(
    source: Source,
    *,
    theme: str | Theme = "light",
    pieces: str = DEFAULT_SET,
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
    scenes = _scenes(source)
    pen = Pen(dressed(theme, pieces), labels, language)
    layout = PageLayout(_box(scenes), scenes if hands else [], caption=True, title=title is not None)
    timeline = Timeline(len(scenes), seconds, loop)
    for i, scene in enumerate(scenes):
        with timeline.shown(pen, i, i + 1):
            for place in scene.origin:
                pen.ghost(place)
    stays = _stays(scenes)
    for place, tiles, begin, end in stays:
        with timeline.shown(pen, begin, end):
            pen.stack(place, tiles)
    for i, scene in enumerate(scenes):
        with timeline.shown(pen, i + GLIDE if _glides(scene) else i, i + 1):
            for place in scene.to:
                pen.ring(scene, place)
    for place, tiles, begin, end in stays:
        with timeline.shown(pen, begin, end):
            pen.signs(place, tiles)
    for i, scene in enumerate(scenes):
        if _glides(scene):
            with timeline.shown(pen, i, i + GLIDE):
                _glide(pen, timeline, i, scene)
        with timeline.shown(pen, i, i + 1):
            pen.caption(layout, f"{i}. {status(scene, language)}" if i else status(scene, language))
    for side in (1, 0) if hands else ():
        for first, after, moving in _spans([_moves(scene, side) for scene in scenes]):
            with timeline.shown(pen, first, after):
                pen.player(layout, side, moving)
        for first, after, kinds in _spans([scene.hands[side] for scene in scenes]):
            with timeline.shown(pen, first, after):
                pen.hand(layout, side, kinds)
    if title:
        pen.heading(layout, title)
    pen.box = layout.whole
    name = title or words.say("render.film", language, type=scenes[0].game_type, n=len(scenes) - 1)
    return pen.document(size, name, status(scenes[-1], language))


def strip(
    source: Source,
    *,
    theme: str | Theme = "light",
    pieces: str = DEFAULT_SET,
    size: float | None = None,
    labels: Labels = "none",
    columns: int | None = None,
    title: str | None = None,
    language: str = "en",
    outlines: bool = False,
) -> str:
    """Return a game as one still SVG, its positions side by side, row by row; the source is as for `film`."""
    scenes = _scenes(source)
    pen = Pen(dressed(theme, pieces), labels, language, outlines)
    box = _box(scenes)
    wide, high = box.right - box.left + 2 * MARGIN, box.bottom - box.top + 2 * MARGIN + 30
    columns = columns or max(1, round(sqrt(1.6 * len(scenes) * high / wide)))  # wider than high
    head = 44 if title else 0
    for i, scene in enumerate(scenes):
        row, column = divmod(i, columns)
        x, y = column * wide - box.left + MARGIN, head + row * high - box.top + MARGIN + 30
        pen.out.append(f'<g transform="{at(x, y)}">')
        text = f"{i}. {scene.action}" if i else words.say("render.start", language)
        pen.write((box.left + box.right) / 2, box.top - 18, text, 20, pen.theme.text, bold=True)
        pen.board(scene, (), ())
        pen.out.append("</g>")
    pen.box = Box(0, 0, wide * min(columns, len(scenes)), head + high * ceil(len(scenes) / columns))
    if title:
        pen.write(pen.box.right / 2, 26, title, 26, pen.theme.text, bold=True)
    name = title or words.say("render.film", language, type=scenes[0].game_type, n=len(scenes) - 1)
    return pen.document(size, name, status(scenes[-1], language))


class Timeline:
    """When things are seen. Time is counted in actions; the last position stays a little longer."""

    def __init__(self, frames: int, seconds: float, loop: bool) -> None:
        self.frames = frames
        self.length = frames - 1 + HOLD
        end = 'repeatCount="indefinite"' if loop else 'fill="freeze"'
        self.timing = f'dur="{number(self.length * seconds)}s" {end}'

    def part(self, moment: float) -> str:
        """Return a moment as a part of the film."""
        return f"{moment / self.length:.5f}".rstrip("0").rstrip(".")

    @contextmanager
    def shown(self, pen: Pen, begin: float, end: float) -> Iterator[None]:
        """Let what is drawn inside be seen between two moments only."""
        start = len(pen.out)
        yield
        if len(pen.out) == start:
            return
        last = end >= self.frames
        values, times = ["visible"], [self.part(begin)]
        if begin > 0:
            values.insert(0, "hidden")
            times.insert(0, "0")
        if not last:
            values.append("hidden")
            times.append(self.part(end))
        if len(values) > 1:
            pen.out.insert(start, "<g>" if last else '<g visibility="hidden">')
            pen.out.append(
                f'<animate attributeName="visibility" calcMode="discrete" values="{";".join(values)}"'
                f' keyTimes="{";".join(times)}" {self.timing}/></g>'
            )

    def glide(self, pen: Pen, frame: int, key: str, *way: tuple[float, float]) -> None:
        """Let a part go from one place to another at the beginning of a frame."""
        ends = [f"{number(x)} {number(y)}" for x, y in way]
        times = f"0;{self.part(frame)};{self.part(frame + GLIDE)};1"
        pen.out.append(
            f'<use href="#{key}"><animateTransform attributeName="transform" type="translate"'
            f' values="{ends[0]};{ends[0]};{ends[1]};{ends[1]}" keyTimes="{times}" {self.timing}/></use>'
        )


def _scenes(source: Source) -> list[Scene]:
    from ruche.notation.game import Game

    if isinstance(source, Game):
        source = source.positions()
    found = [scene_of(position) for position in source] if isinstance(source, Iterable) else _past(source)
    if not found:
        raise ValueError("a film needs at least one position, and there was none")
    return found


def _past(end: Position) -> list[Scene]:
    position = end.copy()
    found = [scene_of(position)]
    for _ in range(len(position.history)):
        position.undo()
        found.append(scene_of(position))
    return found[::-1]


def _box(scenes: Sequence[Scene]) -> Box:
    """Return the box around all that is ever in play, so that nothing jumps."""
    boxes = [around([*scene.stacks, *scene.origin], scene) for scene in scenes if scene.stacks]
    return reduce(Box.join, boxes) if boxes else around((), scenes[0])


def _moves(scene: Scene, side: int) -> bool:
    return scene.side == side and scene.state not in STATES


def _glides(scene: Scene) -> bool:
    """Whether the last action took one piece from a hex to another."""
    return len(scene.origin) == 1 == len(scene.to) and scene.to[0] in scene.stacks


def _spans(values: Sequence[T]) -> Iterator[tuple[int, int, T]]:
    """Return the runs of equal values: begin, end, value."""
    begin = 0
    for i in range(1, len(values) + 1):
        if i == len(values) or values[i] != values[begin]:
            yield begin, i, values[begin]
            begin = i


def _stays(scenes: Sequence[Scene]) -> list[tuple[Hex, tuple[Tile, ...], float, float]]:
    """Return every stack that there ever was, and from when to when it was there."""
    places = {place for scene in scenes for place in scene.stacks}
    return [
        (place, tiles, _moment(scenes, place, begin), _moment(scenes, place, end))
        for place in sorted(places, key=lambda place: (place.r, place.q))
        for begin, end, tiles in _spans([scene.stacks.get(place, ()) for scene in scenes])
        if tiles
    ]


def _glide(pen: Pen, timeline: Timeline, frame: int, scene: Scene) -> None:
    """Draw the piece that moved on its way."""
    (origin,), (to,) = scene.origin, scene.to
    left, level = len(scene.stacks.get(origin, ())), len(scene.stacks[to]) - 1
    timeline.glide(pen, frame, pen.piece(scene.stacks[to][level]), _spot(origin, left), _spot(to, level))


def _moment(scenes: Sequence[Scene], place: Hex, frame: int) -> float:
    """Return when a stack changes that changes in this frame: where a piece arrives, when it has arrived."""
    arrives = frame < len(scenes) and _glides(scenes[frame]) and place in scenes[frame].to
    return frame + GLIDE if arrives else frame


def _spot(place: Hex, level: int) -> tuple[float, float]:
    """Return where a piece of a level is drawn."""
    (x, y), (dx, dy) = centre(place), lift(level)
    return x + dx, y + dy
