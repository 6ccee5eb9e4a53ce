"""SVG of a scene. A tile is 100 high; everything else follows from that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import atan2, ceil, cos, hypot, sin, sqrt
from typing import TYPE_CHECKING, Literal, TypedDict, get_args
from xml.sax.saxutils import escape

from ruche import words
from ruche.notation.annotations import Arrow, ArrowColour
from ruche.render import letters
from ruche.render.art import drawing
from ruche.render.pieces import DEFAULT_SET, dressed
from ruche.render.scene import (
    PlainArrow,
    Scene,
    Target,
    Tile,
    arrows_of,
    scene,
    targets_of,
    turn_scene,
    turned,
)
from ruche.render.themes import Side, Theme
from ruche.render.wording import STATES, colour_words, describe, listing, reading_order, status
from ruche.rules.facts.hexes import Hex

if TYPE_CHECKING:
    from ruche.rules.action import Action
    from ruche.rules.position import Position

Labels = Literal["none", "notation", "coordinates"]
LABELS = get_args(Labels)

ARROWS = {
    ArrowColour.GREEN: "#2e8b3d",
    ArrowColour.RED: "#c62828",
    ArrowColour.YELLOW: "#c9a200",
    ArrowColour.BLUE: "#1c5fa8",
}
RADIUS = 50.0  # from the middle of a hex to its point
TILE = 47.5  # the same of a tile: between two tiles the background shows
WIDE = RADIUS * sqrt(3)
STEP = 7.0  # how far a piece stands out above the one below it
MARGIN = 12.0
SMALL = 0.5  # scale of a tile in a hand
SMALLER = 0.27  # and of a covered piece in the list on its stack
NATURAL = 1.0  # pixels a unit, if no size is asked for
FONT = "system-ui, 'Segoe UI', 'Liberation Sans', 'DejaVu Sans', sans-serif"
HAND_ROW = 56.0  # height of a row of a hand, room for the player's name before it, room for a kind
HAND_LABEL = 100.0
HAND_PITCH = 76.0


@dataclass(frozen=True, slots=True)
class Box:
    """A part of the plane."""

    left: float
    top: float
    right: float
    bottom: float

    def join(self, other: Box) -> Box:
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def centre(place: Hex) -> tuple[float, float]:
    """Return the middle of a hex on the plane; hexes stand on a point."""
    return WIDE * (place.q + place.r / 2), 1.5 * RADIUS * place.r


class CommonLook(TypedDict, total=False):
    """How any picture looks, of a position or of a game; every part may be left out."""

    theme: str | Theme  # light, dark, contrast, safe
    pieces: str  # the piece set: ruche, classic
    size: float | None  # the longer side in pixels; else a tile is 100 high
    labels: Labels  # none, notation (wA1) or coordinates (2,-1) on the tiles
    title: str | None  # write this above it
    language: str  # en, fr


class Look(CommonLook, total=False):
    """How a picture of a position looks."""

    last: bool  # mark the last action
    targets: Iterable[Target]  # hexes to light, as those, where actions end, or all that a piece may do
    arrows: Iterable[Arrow | tuple[Hex, Hex] | Action]  # from hex to hex, as those and what actions do
    flipped: bool  # as black sees it: turned by half, black's hand below
    hands: bool  # draw what is in the hands
    caption: bool  # say who is to move
    outlines: bool  # letters as strokes, for viewers without fonts (PNG pictures always)


def svg(
    position: Position,
    *,
    theme: str | Theme = "light",
    pieces: str = DEFAULT_SET,
    size: float | None = None,
    labels: Labels = "none",
    last: bool = True,
    targets: Iterable[Target] = (),
    arrows: Iterable[Arrow | tuple[Hex, Hex] | Action] = (),
    flipped: bool = False,
    hands: bool = True,
    caption: bool = True,
    title: str | None = None,
    language: str = "en",
    outlines: bool = False,
) -> str:
    """Return a picture of the position as an SVG document; `Look` says what the options are."""
    shown = scene(position, last=last)
    lit, lines = targets_of(position, targets), arrows_of(position, arrows)
    if flipped:
        shown, lit = turn_scene(shown), [turned(place) for place in lit]
        lines = [(turned(begin), turned(end), colour) for begin, end, colour in lines]
    pen = Pen(dressed(theme, pieces), labels, language, outlines)
    pen.board(shown, lit, lines)
    ends = (end for line in lines for end in line[:2])
    box = around([*shown.stacks, *shown.origin, *lit, *ends], shown)
    pen.surroundings(shown, box, hands=hands, caption=caption, title=title, flipped=flipped)
    name = title or words.say("render.title", language, type=shown.game_type, status=status(shown, language))
    return pen.document(size, name, listing(shown, language))


def around(places: Iterable[Hex], scene: Scene) -> Box:
    """Return the box of these hexes, with the tops of the stacks; without any, room for some."""
    boxes = []
    for place in places:
        x, y = centre(place)
        height = lift(len(scene.stacks.get(place, ())) - 1)[1]
        boxes.append(Box(x - WIDE / 2, y - RADIUS + min(0.0, height), x + WIDE / 2, y + RADIUS))
    return reduce(Box.join, boxes) if boxes else Box(-1.5 * WIDE, -1.5 * RADIUS, 1.5 * WIDE, 1.5 * RADIUS)


def lift(level: int) -> tuple[float, float]:
    """Return how far a piece of this level is drawn from the middle of its hex; tall stacks grow slower."""
    return (level * 2.0, -level * STEP) if level <= 4 else (4.0 + level, -4 * STEP - (level - 4) * 3)


def number(value: float) -> str:
    """Write a coordinate shortly."""
    return f"{value:.1f}".removesuffix(".0")


def at(x: float, y: float, scale: float = 1.0) -> str:
    where = f"translate({number(x)} {number(y)})"
    return where if scale == 1 else f"{where} scale({scale:g})"


def hexagon(radius: float) -> str:
    """Return the path of a hex that stands on its point, around (0, 0)."""
    half = radius * sqrt(3) / 2
    return (
        f"M0 {number(-radius)}L{number(half)} {number(-radius / 2)}V{number(radius / 2)}"
        f"L0 {number(radius)}L{number(-half)} {number(radius / 2)}V{number(-radius / 2)}Z"
    )


class PageLayout:
    """The places of everything around a hive: title, black's hand, hive, white's hand, caption."""

    def __init__(
        self, box: Box, scenes: Sequence[Scene], *, caption: bool, title: bool, flipped: bool = False
    ) -> None:
        least = 5.6 * WIDE if scenes or caption or title else 0.0
        spare = max(0.0, least - (box.right - box.left)) / 2
        left, right = box.left - spare - MARGIN, box.right + spare + MARGIN
        top, bottom = box.top - MARGIN, box.bottom + MARGIN
        self.columns = max(1, int((right - left - 2 * MARGIN - HAND_LABEL) // HAND_PITCH))
        most = [max((len(scene.hands[side]) for scene in scenes), default=0) for side in (0, 1)]
        high = [max(1, ceil(n / self.columns)) * HAND_ROW + MARGIN if scenes else 0.0 for n in most]
        below, above = (1, 0) if flipped else (0, 1)  # whose hand is where
        ends = {below: bottom, above: top - high[above] + MARGIN}
        self.hands = (ends[0], ends[1])  # the upper ends of white's and black's
        top -= high[above] + (38 if title else 0)
        bottom += high[below] + (34 if caption else 0)
        self.whole = Box(left, top, right, bottom)


class Pen:
    """Collects what is drawn: definitions, each once, and the picture itself."""

    def __init__(self, theme: Theme, labels: Labels, language: str, outlines: bool = False) -> None:
        if labels not in LABELS:
            raise ValueError(f"no labels are called {labels!r}; expected one of {', '.join(LABELS)}")
        self.outlines = outlines
        self.theme = theme
        self.labels = labels
        self.language = language
        self.definitions: dict[str, str] = {}
        self.out: list[str] = []
        self.box = Box(0, 0, 0, 0)

    # -- parts that are drawn often are defined once ------------------------------------------------------

    def define(self, name: str, content: str) -> str:
        """Define a part under a name that no other picture on the page uses for something else."""
        key = f"ruche-{self.theme.name}-{name}"
        if key not in self.definitions:
            self.definitions[key] = f'<g id="{key}">{content}</g>'
        return key

    def side(self, side: int) -> Side:
        return self.theme.black if side else self.theme.white

    def blank(self, tile: Tile) -> str:
        """Define the tile without its bug."""
        side = self.side(tile.side)
        rim = f'stroke="{side.edge}" stroke-width="{self.theme.rim:g}" stroke-linejoin="round"'
        # the gap around it belongs to the tile: so a piece on a stack stands out against its neighbours
        gap = f'<path d="{hexagon(RADIUS)}" fill="{self.theme.background}"/>'
        shape = f'{gap}<path d="{hexagon(TILE - self.theme.rim / 2)}" fill="{side.paper}" {rim}/>'
        if not tile.neutral:
            return self.define("wb"[tile.side], shape)
        # K2: of neither colour, hence a rim inside the rim
        inner = f'<path d="{hexagon(TILE - 6)}" fill="none" stroke="{side.ink}" stroke-width="2"/>'
        return self.define("wb"[tile.side] + "-neutral", shape + inner)

    def bug(self, tile: Tile) -> str:
        """Define the bug without its tile."""
        art = drawing(tile.picture, self.theme, self.side(tile.side))
        return self.define(f"{'wb'[tile.side]}-{tile.picture}", art)

    def piece(self, tile: Tile) -> str:
        """Define the tile with its bug."""
        parts = f'<use href="#{self.blank(tile)}"/><use href="#{self.bug(tile)}" transform="scale(.8)"/>'
        return self.define(f"{'wb'[tile.side]}-{tile.picture}-piece", parts)

    def use(self, key: str, x: float, y: float, scale: float = 1.0) -> None:
        self.out.append(f'<use href="#{key}" transform="{at(x, y, scale)}"/>')

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: str,
        *,
        anchor: str = "middle",
        bold: bool = False,
    ) -> None:
        """Write a line of text, `y` being its middle."""
        base = y + size * 0.35
        if self.outlines:
            self.out.append(letters.write(x, base, text, size, fill, anchor, bold))
            return
        weight = ' font-weight="700"' if bold else ""
        self.out.append(
            f'<text x="{number(x)}" y="{number(base)}" font-size="{size:g}" fill="{fill}"'
            f' text-anchor="{anchor}"{weight}>{escape(text)}</text>'
        )

    # -- the hive -----------------------------------------------------------------------------------------

    def board(self, scene: Scene, targets: Sequence[Hex], arrows: Sequence[PlainArrow]) -> None:
        """Draw the hive with its marks, the nearer rows over the farther ones."""
        if not scene.stacks:
            self.out.append(
                f'<path d="{hexagon(TILE)}" fill="none" stroke="{self.theme.muted}" stroke-width="2"'
                ' stroke-dasharray="6 6"/>'
            )
        for place in scene.origin:
            self.ghost(place)
        for place in reading_order(scene):
            tiles = scene.stacks[place]
            self.out.append(f"<g><title>{escape(describe(tiles, self.language))}</title>")
            self.stack(place, tiles)
            self.out.append("</g>")
        for place in scene.to:
            self.ring(scene, place)
        for place, tiles in scene.stacks.items():
            self.signs(place, tiles)
        for place in targets:
            self.target(scene, place)
        for arrow in arrows:
            self.arrow(scene, *arrow)

    def top(self, scene: Scene, place: Hex) -> tuple[float, float]:
        """Return where the top of a stack, or the empty hex, is drawn."""
        x, y = centre(place)
        dx, dy = lift(max(0, len(scene.stacks.get(place, ())) - 1))
        return x + dx, y + dy

    def stack(self, place: Hex, tiles: Sequence[Tile]) -> None:
        """Draw a stack: its pieces one above the other, its height, and what is under its top."""
        x, y = centre(place)
        for level, tile in enumerate(tiles):
            dx, dy = lift(level)
            self.use(self.blank(tile), x + dx, y + dy)
        top, height = tiles[-1], len(tiles)
        x, y = x + lift(height - 1)[0], y + lift(height - 1)[1]
        label = {"none": "", "notation": top.name, "coordinates": f"{place.q},{place.r}"}[self.labels]
        above, below = (18 if label else 0), (21 if height > 1 else 0)  # room for a line, for a row of tiles
        self.use(self.bug(top), x, y + (above - below) * 0.5, 0.8 - 0.0075 * (above + below))
        if label:
            self.write(x, y - 31, label, 14, self.side(top.side).ink, bold=True)
        if height > 1:
            pitch = min(24.0, 66 / (height - 1))
            for i, tile in enumerate(tiles[:-1]):
                spot = x + (i - (height - 2) / 2) * pitch
                self.use(self.blank(tile), spot, y + 27, SMALLER)
                self.use(self.bug(tile), spot, y + 27, SMALLER * 0.8)

    def signs(self, place: Hex, tiles: Sequence[Tile]) -> None:
        """Draw what is known of a stack beside its picture: its height, whether its top rests or is stung."""
        (x, y), (dx, dy) = centre(place), lift(len(tiles) - 1)
        x, y = x + dx, y + dy
        if len(tiles) > 1:
            self.badge(x + 34, y - 24, self.theme.text, str(len(tiles)))
        if tiles[-1].resting:
            self.resting(x - 34, y - 24)
        if tiles[-1].stung:
            self.stung(x - 34, y + 24)

    # -- marks: each has a form of its own, so that none needs its colour ------------------------------------

    def badge(self, x: float, y: float, fill: str, text: str) -> None:
        """A round sign with a number in it."""
        self.out.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="12" fill="{fill}"'
            f' stroke="{self.theme.background}" stroke-width="2.5"/>'
        )
        self.write(x, y, text, 15, self.theme.background, bold=True)

    def resting(self, x: float, y: float) -> None:
        """Two bars in a disc: it pauses."""
        key = self.define(
            "resting",
            f'<circle r="12" fill="{self.theme.rest}" stroke="{self.theme.background}" stroke-width="2.5"/>'
            f'<path d="M-3.5 -5V5M3.5 -5V5" stroke="{self.theme.background}" stroke-width="3.4"/>',
        )
        self.use(key, x, y)

    def stung(self, x: float, y: float) -> None:
        """A bolt in a square on its corner."""
        key = self.define(
            "stung",
            f'<path d="M0 -15L15 0L0 15L-15 0Z" fill="{self.theme.sting}" stroke="{self.theme.background}"'
            f' stroke-width="2.5"/><path d="M3 -9L-5 2H0L-3 9L5 -2H0Z" fill="{self.theme.background}"/>',
        )
        self.use(key, x, y)

    def ghost(self, place: Hex) -> None:
        """A dashed hex: here something went away."""
        key = self.define(
            "ghost",
            f'<path d="{hexagon(TILE - 2)}" fill="{self.theme.last}" fill-opacity=".12"'
            f' stroke="{self.theme.last}" stroke-width="3" stroke-dasharray="9 7"/>',
        )
        self.use(key, *centre(place))

    def ring(self, scene: Scene, place: Hex) -> None:
        """A ring along the rim of the top tile: here the last action was."""
        x, y = self.top(scene, place)
        key = self.define(
            "ring",
            f'<path d="{hexagon(TILE - 2.5)}" fill="none" stroke="{self.theme.background}" stroke-width="8"/>'
            f'<path d="{hexagon(TILE - 2)}" fill="none" stroke="{self.theme.last}" stroke-width="5"'
            ' stroke-linejoin="round"/>',
        )
        self.use(key, x, y)

    def target(self, scene: Scene, place: Hex) -> None:
        """A hex with a dot; on a piece a dotted ring with a dot on its rim."""
        x, y = self.top(scene, place)
        colour, back = self.theme.target, self.theme.background
        if place in scene.stacks:
            mark = (
                f'<path d="{hexagon(TILE - 3)}" fill="none" stroke="{back}" stroke-width="7"/>'
                f'<path d="{hexagon(TILE - 3)}" fill="none" stroke="{colour}" stroke-width="5"'
                ' stroke-dasharray="2 8" stroke-linecap="round"/>'
                f'<circle cy="40" r="8" fill="{colour}" stroke="{back}" stroke-width="2.5"/>'
            )
            key = self.define("target-piece", mark)
        else:
            mark = (
                f'<path d="{hexagon(TILE - 2)}" fill="{colour}" fill-opacity=".16" stroke="{colour}"'
                f' stroke-width="2.5"/><circle r="11" fill="{colour}"/>'
            )
            key = self.define("target", mark)
        self.use(key, x, y)

    def arrow(self, scene: Scene, begin: Hex, end: Hex, colour: ArrowColour | None) -> None:
        """An arrow from the middle of a hex to near the middle of another; a ring if they are the same."""
        (x1, y1), (x2, y2) = self.top(scene, begin), self.top(scene, end)
        fill = self.theme.arrow if colour is None else ARROWS[colour]
        length = hypot(x2 - x1, y2 - y1)
        if not length:
            self.out.append(
                f'<path transform="{at(x1, y1)}" d="{hexagon(TILE - 4)}" fill="none" stroke="{fill}"'
                ' stroke-width="6" stroke-linejoin="round"/>'
            )
            return
        turn = atan2(y2 - y1, x2 - x1)
        stop = length - 12
        shape = f"M12 -5H{number(stop - 20)}V-15L{number(stop)} 0L{number(stop - 20)} 15V5H12Z"
        matrix = " ".join(f"{v:.4g}" for v in (cos(turn), sin(turn), -sin(turn), cos(turn)))
        self.out.append(
            f'<path transform="matrix({matrix} {number(x1)} {number(y1)})" d="{shape}"'
            f' fill="{fill}" stroke="{self.theme.background}" stroke-width="2.5"/>'
        )

    # -- around the hive ----------------------------------------------------------------------------------

    def surroundings(
        self, scene: Scene, box: Box, *, hands: bool, caption: bool, title: str | None, flipped: bool = False
    ) -> None:
        """Write title and caption and draw the hands."""
        shown = [scene] if hands else []
        layout = PageLayout(box, shown, caption=caption, title=title is not None, flipped=flipped)
        for side in (1, 0) if hands else ():
            text = words.say("render.hand", self.language, **colour_words(side, self.language))
            self.out.append(f"<g><title>{escape(text)}</title>")
            self.player(layout, side, scene.side == side and scene.state not in STATES)
            self.hand(layout, side, scene.hands[side], hidden=scene.hidden == side)
            self.out.append("</g>")
        if title:
            self.heading(layout, title)
        if caption:
            self.caption(layout, status(scene, self.language))
        self.box = layout.whole

    def player(self, layout: PageLayout, side: int, moving: bool) -> None:
        """Write whose hand it is, and whether it is their turn."""
        x, y = layout.whole.left + MARGIN, layout.hands[side] + HAND_ROW / 2
        if moving:
            self.out.append(f'<path transform="{at(x, y)}" d="M0 -9L12 0L0 9Z" fill="{self.theme.last}"/>')
        name = colour_words(side, self.language)["colours"]
        self.write(x + 18, y, name, 19, self.theme.text, anchor="start", bold=moving)

    def hand(
        self, layout: PageLayout, side: int, kinds: Sequence[tuple[Tile, int]], *, hidden: bool = False
    ) -> None:
        """Draw a hand: each kind once, with how many there are; what is hidden as a question."""
        left, top = layout.whole.left + MARGIN + HAND_LABEL, layout.hands[side]
        if not kinds:
            text = words.say("render.hand_empty", self.language)
            self.write(left, top + HAND_ROW / 2, text, 17, self.theme.muted, anchor="start")
        for i, (tile, count) in enumerate(kinds):
            row, column = divmod(i, layout.columns)
            x, y = left + column * HAND_PITCH + 26, top + (row + 0.5) * HAND_ROW
            self.use(self.blank(tile), x, y, SMALL)
            self.use(self.bug(tile), x, y, SMALL * 0.8)
            if count > 1:
                self.write(x + 23, y + 11, f"×{count}", 17, self.theme.text, anchor="start", bold=True)
        if hidden:
            self.write(left + len(kinds) * HAND_PITCH + 26, top + HAND_ROW / 2, "?", 30, self.theme.muted)

    def heading(self, layout: PageLayout, text: str) -> None:
        middle = (layout.whole.left + layout.whole.right) / 2
        self.write(middle, layout.whole.top + 24, text, 26, self.theme.text, bold=True)

    def caption(self, layout: PageLayout, text: str) -> None:
        middle = (layout.whole.left + layout.whole.right) / 2
        self.write(middle, layout.whole.bottom - 22, text, 19, self.theme.text)

    def document(self, size: float | None, name: str, description: str) -> str:
        wide, high = self.box.right - self.box.left, self.box.bottom - self.box.top
        scale = NATURAL if size is None else size / max(wide, high)
        corner = f"{number(self.box.left)} {number(self.box.top)}"
        return "".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{corner} {number(wide)} {number(high)}"',
                f' width="{round(wide * scale)}" height="{round(high * scale)}" role="img"',
                f' lang="{self.language}" font-family="{FONT}">',
                f"<title>{escape(name)}</title><desc>{escape(description)}</desc>",
                "<defs>",
                *self.definitions.values(),
                "</defs>",
                f'<rect x="{number(self.box.left)}" y="{number(self.box.top)}" width="{number(wide)}"',
                f' height="{number(high)}" fill="{self.theme.background}"/>',
                *self.out,
                "</svg>\n",
            )
        )
