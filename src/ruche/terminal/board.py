"""The hive on the screen: drawn as `ruche show` draws it, with a cursor, targets and a camera."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rich.ansi import AnsiDecoder
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ruche import Hex, Position
from ruche.render.scene import scene
from ruche.render.terminal import FADED, OUTLINE, board, middle

HALF_HEIGHT, HALF_WIDTH = 2, 3  # of a hex, in characters
TARGET = "\x1b[1;30;48;5;114m"  # a hex that may be clicked next
SOURCE = "\x1b[1;38;5;214m"  # around what was picked up
CURSOR = "\x1b[1;38;5;51m"
BACKGROUND = Style(color="#9fb0bd", bgcolor="#41525f")  # so that white and black tiles stand out
ARROWS = {"left": (3, 3), "right": (0, 0), "up": (4, 5), "down": (2, 1)}  # direction on even and on odd rows


class BoardWidget(Widget, can_focus=True):
    """Shows a position and tells which hex was clicked."""

    class Clicked(Message):
        """A hex was clicked, or chosen with the cursor."""

        def __init__(self, place: Hex) -> None:
            super().__init__()
            self.place = place

    def __init__(self) -> None:
        super().__init__(id="board")
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}
        self.occupied: dict[Hex, object] = {}
        self.targets: list[Hex] = []
        self.cursor = Hex(0, 0)
        self.camera = (0, 0)  # line and column in the middle of the screen
        self.is_centred = False

    def show(self, position: Position, targets: Iterable[Hex], picked: Hex | None) -> None:
        seen = scene(position)
        self.targets = sorted(targets, key=lambda place: (place.r, place.q))
        self.occupied = dict(seen.stacks)
        grid = board(seen, ())
        for place in self.targets:
            line, column = middle(place)
            if place in self.occupied:
                grid.write(line - 1, column - 1, " * ", TARGET)
                grid.write(line + 1, column - 1, "   ", TARGET)
            else:
                for up, text in ((-1, "   "), (0, "  *  "), (1, "   ")):
                    grid.write(line + up, column - len(text) // 2, text, TARGET)
        if picked is not None:
            self.ring(grid.cells, picked, SOURCE)
        self.cells = grid.cells
        self.keep_in_view()
        self.refresh()

    def ring(self, cells: dict[tuple[int, int], tuple[str, str]], place: Hex, style: str) -> None:
        line, column = middle(place)
        for down, right, letter in OUTLINE:
            cells[line + down, column + right] = (letter, style)

    # -- camera ------------------------------------------------------------------------------------

    def origin(self) -> tuple[int, int]:
        """Return line and column of the upper left corner."""
        return self.camera[0] - self.size.height // 2, self.camera[1] - self.size.width // 2

    def keep_in_view(self) -> None:
        """Move the camera only if the hive has left the screen, so that nothing jumps."""
        if not self.size.width or not self.occupied:
            return
        points = [middle(place) for place in [*self.occupied, *self.targets]]
        top, left = self.origin()
        inside = all(
            top + HALF_HEIGHT <= line <= top + self.size.height - HALF_HEIGHT - 1
            and left + HALF_WIDTH <= column <= left + self.size.width - HALF_WIDTH - 1
            for line, column in points
        )
        if not inside or not self.is_centred:
            self.centre()

    def centre(self) -> None:
        """Put the middle of the hive into the middle of the screen."""
        points = [middle(place) for place in self.occupied] or [(0, 0)]
        lines, columns = [line for line, _ in points], [column for _, column in points]
        self.camera = ((min(lines) + max(lines)) // 2, (min(columns) + max(columns)) // 2)
        self.is_centred = True
        self.refresh()

    def pan(self, down: int, right: int) -> None:
        self.camera = (self.camera[0] + down, self.camera[1] + right)
        self.refresh()

    def hex_at(self, x: int, y: int) -> Hex:
        """Return the hex under a character of the screen."""
        top, left = self.origin()
        line, column = top + y, left + x
        near = round(line / 3)
        candidates = [
            Hex(round((column - 3 * r) / 6) + dq, r) for r in range(near - 1, near + 2) for dq in (-1, 0, 1)
        ]

        def distance(place: Hex) -> float:
            at, across = middle(place)
            return (2 * (line - at)) ** 2 + (column - across) ** 2  # a character is twice as high as wide

        return min(candidates, key=distance)

    # -- cursor ------------------------------------------------------------------------------------

    def move_cursor(self, way: str) -> None:
        """Move the cursor a hex; up and down alternate between left and right, so that they go straight."""
        even, odd = ARROWS[way]
        self.set_cursor(self.cursor.neighbour(odd if self.cursor.r % 2 else even))

    def move_to_next(self, places: list[Hex], step: int) -> None:
        if places:
            here = places.index(self.cursor) if self.cursor in places else (-1 if step > 0 else 0)
            self.set_cursor(places[(here + step) % len(places)])

    def set_cursor(self, place: Hex) -> None:
        """Put the cursor on a hex, and keep it in view."""
        self.cursor = place
        line, column = middle(place)
        top, left = self.origin()
        down = min(0, line - top - HALF_HEIGHT) + max(0, line - top - self.size.height + HALF_HEIGHT + 1)
        right = min(0, column - left - HALF_WIDTH) + max(0, column - left - self.size.width + HALF_WIDTH + 1)
        self.pan(down, right)

    # -- textual -----------------------------------------------------------------------------------

    def on_resize(self, _: events.Resize) -> None:
        self.keep_in_view()

    def on_click(self, event: events.Click) -> None:
        self.cursor = self.hex_at(event.x, event.y)
        self.post_message(self.Clicked(self.cursor))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.pan(-3, 0)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.pan(3, 0)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return container.height

    def render_line(self, y: int) -> Strip:
        top, left = self.origin()
        cells = dict(self.cursor_cells()) if self.has_focus else {}
        segments = []
        for column in range(left, left + self.size.width):
            at = (top + y, column)
            letter, style = cells.get(at) or self.cells.get(at, (" ", ""))
            segments.append(Segment(letter, BACKGROUND + rich_style(style)))
        return Strip(segments, self.size.width).simplify()

    def cursor_cells(self) -> dict[tuple[int, int], tuple[str, str]]:
        found: dict[tuple[int, int], tuple[str, str]] = {}
        self.ring(found, self.cursor, CURSOR)
        return found


@cache
def rich_style(ansi: str) -> Style:
    """Return a style that is given as an escape sequence."""
    if ansi in ("", FADED):
        return Style.null()
    text = AnsiDecoder().decode_line(f"{ansi}x")
    return text.spans[0].style if text.spans and isinstance(text.spans[0].style, Style) else Style.null()
