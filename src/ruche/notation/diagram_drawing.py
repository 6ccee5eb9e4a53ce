"""Drawing a position as a text diagram that reads back to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ruche.notation.diagram import SIDES, DiagramError, read_diagram
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.game_type import OPTIONS
from ruche.rules.facts.hexes import Hex
from ruche.rules.last_turn import EventKind, last_turn_events, take_back
from ruche.rules.position import Position
from ruche.rules.set_up import SetUp

COLUMNS = 6  # of a hex


def draw_diagram(
    position: Position, *, stars: Iterable[Hex] = (), barred: Iterable[Hex] = (), memory: bool = False
) -> str:
    """Draw a position; what is read back equals it.

    What the last turn did, and so what rests, is lost, unless `memory` asks for it. It is then written as
    `last` or, where that cannot be, the hive is drawn as it was before, with the actions since as `played`.

    >>> position = Position("Base")
    >>> for text in ("wA1", "bA1 wA1-", "wQ /wA1"):
    ...     action = position.play(text)
    >>> print(draw_diagram(position))
    Base Black[2]
          .     .     .
       .     wA1   bA1   .
    .     wQ    .     .
       .     .
    """
    marks = {"*": set(stars), "x": set(barred)}
    if not memory:
        return _draw(position, marks, 1)
    text = _draw_last(position, marks)
    if text is not None:
        return text
    for turns in range(2, 2 * position.turn_number + 3):
        text = _draw(position, marks, turns)
        try:
            read_diagram(text)
        except DiagramError:
            continue  # what was played needs to know the turn before it, too (V5, P2)
        break
    assert text is not None
    return text


def _draw_last(position: Position, marks: Mapping[str, set[Hex]]) -> str | None:
    """Draw a position with what the last turn did; None if a line cannot tell it."""
    events = last_turn_events(position)
    origins = {event.origin for event in events if event.kind == EventKind.MOVED and event.origin is not None}
    text = _draw(position, {**marks, "o": origins}, 1)
    if len(origins) > 1 or "\nplayed:" in text:
        return None
    stacks = {place: [piece.name for piece in stack] for place, stack in position.stacks.items()}
    parts: list[str] = []
    for event in reversed(events):
        other = (
            f" {stacks[event.origin][-1]}"
            if event.kind == EventKind.SWAPPED and event.origin in stacks
            else ""
        )
        name = take_back(stacks, event)
        if name is None:
            return None  # it has left the game since, in a double turn
        parts.insert(0, f"{name} {event.kind}{other}")
    if parts:
        text += f"\nlast: {', '.join(parts)}"
    try:
        read = read_diagram(text).position
    except DiagramError:
        return None
    return text if read == position and len(last_turn_events(read)) == len(events) else None


def _draw(position: Position, marks: Mapping[str, set[Hex]], turns: int) -> str:
    """Draw the beginning of one of the last turns; what was played since follows."""
    played: list[str] = []
    shown = position.copy()
    while shown.history and (shown.turn_number == 0 or not _begins_turn(position, shown, turns)):
        played.insert(0, str(shown.undo()))
    lines = [_header(shown), *_rows(shown, marks)]
    lines += [
        " on ".join(str(piece) for piece in reversed(stack))
        for stack in shown.stacks.values()
        if len(stack) > 1
    ]
    lines += _remainder(shown)
    if played:
        lines.append(f"played: {'; '.join(played)}")
    return "\n".join(lines)


def _begins_turn(now: Position, shown: Position, turns: int) -> bool:
    """Tell whether a position stands at the beginning of one of the last turns."""
    wanted = 2 * now.turn_number + now.colour - (turns - 1)
    if 2 * shown.turn_number + shown.colour > wanted:
        return False
    earlier = shown.copy()
    earlier.undo()
    return earlier.turn != shown.turn


def _header(position: Position) -> str:
    options = [
        f"{option}={value}"
        for option, value in position.game_type.options.items()
        if value != OPTIONS[option][0]
    ]
    return " ".join([str(position.game_type), position.turn, *options])


def _rows(position: Position, marks: Mapping[str, set[Hex]]) -> list[str]:
    stacks = position.stacks
    cells: dict[Hex, str] = {}
    for place in stacks:
        for direction in range(6):
            cells[place.neighbour(direction)] = "."
    for place, stack in stacks.items():
        cells[place] = str(stack[-1]) + ("^" if len(stack) > 1 else "")
    for mark, places in marks.items():
        for place in places:
            cells[place] = cells.get(place, "").removeprefix(".") + mark
    if not cells:
        return []
    left = min(2 * place.q + place.r for place in cells)
    rows = []
    for row in range(min(place.r for place in cells), max(place.r for place in cells) + 1):
        line = ""
        for place in sorted(place for place in cells if place.r == row):
            line = line.ljust(COLUMNS // 2 * (2 * place.q + place.r - left)) + cells[place]
        rows.append(line)
    return rows


def _remainder(position: Position) -> list[str]:
    """Write what a hive does not show: hands, bag, what was removed, the Honeycombo."""
    laid = SetUp.of(position)
    hands = laid.hands if position.turn_number else {}  # S1: not chosen yet
    lines = [f"{name}: {' '.join(hands[side])}".rstrip() for name, side in SIDES.items() if side in hands]
    if laid.bag is not None:
        lines.append(f"bag: {' '.join(laid.bag)}".rstrip())
    if laid.removed:
        lines.append(f"removed: {' '.join(laid.removed)}")
    if laid.honeycombo == Colour.WHITE:
        lines.append("honeycombo: white")
    lines += [f"double: {name}" for name, side in SIDES.items() if side == laid.double]
    return lines
