"""Text pictures for terminals: hexes of six columns that share their sides with their neighbours.

::

      / \\   / \\
     /   \\ /z 2\\        above the name: `z` if it rests, `!` if it is stung, the height of a stack
    | wQ  > bB1 <      `>` and `<` around what the last action touched
     \\   / \\wA1/        below the name: the piece under it
      \\ /   \\ /
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ruche import words
from ruche.render.art import accent
from ruche.render.scene import Scene, Target, Tile, scene, targets_of
from ruche.render.themes import THEMES, channels, contrast
from ruche.render.wording import STATES, colour_words, reading_order, status
from ruche.rules.facts.hexes import Hex

if TYPE_CHECKING:
    from ruche.rules.position import Position

DRAWN = (r"  / \  ", r" /   \ ", "|     |", r" \   / ", r"  \ /  ")
OUTLINE = [  # line, column, character, from the middle of a hex
    (line - 2, column - 3, sign)
    for line, row in enumerate(DRAWN)
    for column, sign in enumerate(row)
    if sign != " "
]
RESET = "\x1b[0m"
FADED, TARGET, LAST = "\x1b[90m", "\x1b[1;32m", "\x1b[1;31m"


class Grid:
    """Characters with a style each, at any line and column."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, line: int, column: int, text: str, style: str = "") -> None:
        """Write from this place to the right."""
        for i, letter in enumerate(text):
            self.cells[line, column + i] = (letter, style)

    def lines(self, ansi: bool) -> list[str]:
        """Return what was written, without margins; without `ansi`, plain."""
        if not self.cells:
            return []
        left = min(column for _, column in self.cells)
        found = []
        for line in range(min(self.cells)[0], max(self.cells)[0] + 1):
            text, now = "", ""
            last = max((column for row, column in self.cells if row == line), default=left - 1)
            for column in range(left, last + 1):
                letter, style = self.cells.get((line, column), (" ", ""))
                if ansi and style != now:
                    text += (RESET if now else "") + style
                    now = style
                text += letter
            found.append(text + (RESET if now else "") if now else text.rstrip())
        return found


def text(
    position: Position,
    *,
    ansi: bool = True,
    last: bool = True,
    targets: Iterable[Target] = (),
    hands: bool = True,
    caption: bool = True,
    title: str | None = None,
    language: str = "en",
) -> str:
    """Return a picture of the position in characters; with `ansi` in the colours of a terminal."""
    shown = scene(position, last=last)
    out = [title, ""] if title else []
    if caption:
        out += [status(shown, language), ""]
    if hands:
        out += [hand(shown, 1, ansi, language), ""]
    out += board(shown, targets_of(position, targets)).lines(ansi)
    if hands:
        out += ["", hand(shown, 0, ansi, language)]
    tall = [shown.stacks[place] for place in reading_order(shown) if len(shown.stacks[place]) > 1]
    if tall:
        out += ["", words.say("render.stacks", language)]
        out += ["  " + " ".join(paint(tile, tile.name, ansi) for tile in reversed(tiles)) for tiles in tall]
    return "\n".join(out) + "\n"


def board(scene: Scene, targets: Iterable[Hex]) -> Grid:
    grid = Grid()
    for place in scene.stacks:
        line, column = middle(place)
        for down, right, letter in OUTLINE:
            grid.write(line + down, column + right, letter, FADED)
    for place, tiles in scene.stacks.items():
        line, column = middle(place)
        top, height = tiles[-1], len(tiles)
        name = f"hc={'wb'[top.side]}" if top.neutral else top.name
        style = colours(top)
        marks = (top.resting, "z"), (top.stung, "!"), (height > 1, str(height))
        grid.write(line - 1, column - 1, "".join(sign if on else " " for on, sign in marks), style)
        grid.write(line, column - 2, f"{name:^5}" if len(name) != 2 else f" {name}  ", style)
        grid.write(line + 1, column - 1, "   ", style)
        if height > 1:
            grid.write(line + 1, column - 1, f"{tiles[-2].name:^3}", colours(tiles[-2]))
        if place in scene.to:
            grid.write(line, column - 3, ">", LAST)
            grid.write(line, column + 3, "<", LAST)
    for places, sign, style in ((scene.origin, ".", LAST), (targets, "*", TARGET)):
        for place in places:
            line, column = middle(place)
            if place not in scene.stacks:
                grid.write(line, column, sign, style)
            elif sign == "*":
                grid.write(line - 1, column, sign, style)
    return grid


def middle(place: Hex) -> tuple[int, int]:
    """Return line and column of the middle of a hex."""
    return 3 * place.r, 6 * place.q + 3 * place.r


def hand(scene: Scene, side: int, ansi: bool, language: str) -> str:
    moving = scene.side == side and scene.state not in STATES
    name = colour_words(side, language)["colours"]
    kinds = [(paint(tile, kind(tile), ansi), count) for tile, count in scene.hands[side]]
    what = "  ".join(text + (f"×{count}" if count > 1 else "") for text, count in kinds)
    if scene.hidden == side:
        what += "  ?"
    return f"{'>' if moving else ' '} {name:<8}{what or words.say('render.hand_empty', language)}"


def kind(tile: Tile) -> str:
    """Name a kind of piece: its name without the number."""
    return tile.name.rstrip("0123456789")


def paint(tile: Tile, text: str, ansi: bool) -> str:
    """Write a text on the colours of a tile."""
    return f"{colours(tile)}{text}{RESET}" if ansi else text


def colours(tile: Tile) -> str:
    """Return the escape sequence for a piece: its side as the background, its bug as the foreground."""
    theme = THEMES["light"]
    side = theme.black if tile.side else theme.white
    fore = accent(tile.picture, theme, side)
    if contrast(fore, side.paper) < 4.5:  # too pale for letters
        fore = side.ink
    return f"\x1b[1;38;5;{cube(fore)};48;5;{cube(side.paper)}m"


def cube(colour: str) -> int:
    """Return the nearest of the 256 colours that terminals know."""
    red, green, blue = channels(colour)
    if max(red, green, blue) - min(red, green, blue) < 14:
        return min(255, max(232, 232 + round((red - 8) / 10)))
    levels = (0, 95, 135, 175, 215, 255)
    near = [min(range(6), key=lambda i: abs(levels[i] - value)) for value in (red, green, blue)]
    return 16 + 36 * near[0] + 6 * near[1] + near[2]
