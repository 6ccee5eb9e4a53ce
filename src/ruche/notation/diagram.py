"""Text diagrams: a hive drawn with letters, six columns a hex, every other row shifted by three.

A diagram is read into a position and what is marked in it, and a position is drawn as one. The format is
described in `docs/diagrams.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ruche import words
from ruche.rules.codes import KIND_NAMES
from ruche.rules.colours import Colour
from ruche.rules.errors import IllegalAction
from ruche.rules.gametype import OPTIONS, OTHER_FACE, GameType
from ruche.rules.hexes import Hex
from ruche.rules.position import Position
from ruche.rules.set_up import set_up

COLUMNS = 6
MARKS = "*xo"
TOKEN = re.compile(r"(?:(?P<name>hc|[wb][A-Z][0-9]?)(?P<high>\^?)(?P<marks>[*xo]*)|(?P<mark>[.*xo]))")
KEY_LINE = re.compile(r"([a-z_]+):(.*)")
TURN = re.compile(r"(white|black|w|b)(\[\d+\])?", re.IGNORECASE)
LAST = re.compile(r"(\w+) (placed|moved|flipped|stung|swapped)(?: (\w+))?")
FACES = OTHER_FACE | {other: face for face, other in OTHER_FACE.items()}
SIDES = {"white": Colour.WHITE, "black": Colour.BLACK}
SET_UP_KEYS = ("white", "black", "bag", "removed", "honeycombo", "double", "last", "played")

CLAIM_KEYS = ("stars", "actions", "legal", "refused", "state", *KIND_NAMES)

Table = dict[Hex, list[str]]


class DiagramError(ValueError):
    """A diagram that cannot be read; `key` is the sentence in the catalogue, `line` counts from 1."""

    def __init__(self, key: str, line: int, **values: object) -> None:
        self.key = f"diagram.{key}"
        self.line = line
        self.values = values
        super().__init__(self.say("en"))

    def say(self, language: str) -> str:
        """Return the sentence for players."""
        return words.say(self.key, language, line=self.line, **self.values)

    def __reduce__(self) -> tuple[object, ...]:
        return (_error, (self.key.removeprefix("diagram."), self.line, self.values))


def _error(key: str, line: int, values: dict[str, object]) -> DiagramError:
    return DiagramError(key, line, **values)


@dataclass(frozen=True)
class Claim:
    """A line that says something of the position, such as `stars: wA1`; see `claims.py`."""

    key: str
    text: str
    line: int


@dataclass(frozen=True)
class Diagram:
    """A diagram that was read: the position, the hexes marked `*` and `x`, and what it claims."""

    position: Position
    stars: frozenset[Hex]
    barred: frozenset[Hex]
    claims: tuple[Claim, ...]


@dataclass
class _Sheet:
    """The lines of a diagram, sorted."""

    game_type: GameType
    turn: str | None
    table: Table = field(default_factory=dict)
    marks: dict[str, set[Hex]] = field(default_factory=lambda: {mark: set() for mark in MARKS})
    keys: dict[str, tuple[str, int]] = field(default_factory=dict)
    claims: list[Claim] = field(default_factory=list)

    def value(self, key: str) -> str | None:
        return self.keys[key][0] if key in self.keys else None


# -- reading ---------------------------------------------------------------------------------------


def read_diagram(text: str) -> Diagram:
    """Return what a diagram shows; raise `DiagramError`, `GameTypeError`, `SetUpError` or `IllegalAction`.

    >>> diagram = read_diagram('''
    ... Base White[3]
    ...    *     .
    ... wQ    wA1   bQ
    ...    *     bA1
    ... stars: wQ
    ... ''')
    >>> diagram.position, sorted(diagram.stars)
    (<Position Base InProgress White[3]>, [Hex(q=0, r=1), Hex(q=1, r=-1)])
    """
    lines = [(i, line.rstrip()) for i, line in enumerate(text.splitlines(), 1)]
    lines = [(i, line) for i, line in lines if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        raise DiagramError("empty", 1)
    sheet = _read_header(*lines[0])
    drawing: list[tuple[int, str]] = []
    covered: list[tuple[int, list[str]]] = []
    for number, line in lines[1:]:
        if match := KEY_LINE.fullmatch(line.strip()):
            _read_key(sheet, match[1], match[2].strip(), number)
        elif " on " in line:
            covered.append((number, line.split()))
        else:
            drawing.append((number, line))
    high = _read_drawing(sheet, drawing)
    _read_covered(sheet, covered, high)
    position = _build(sheet)
    return Diagram(position, frozenset(sheet.marks["*"]), frozenset(sheet.marks["x"]), tuple(sheet.claims))


def _read_header(number: int, line: str) -> _Sheet:
    name, *rest = re.split(r"[\s,]+", line.strip())
    turn = None
    options: dict[str, str] = {}
    for word in rest:
        option, equals, value = word.partition("=")
        if equals and option in OPTIONS:
            options[option] = value
        elif turn is None and TURN.fullmatch(word):
            turn = word
        else:
            raise DiagramError("header", number, word=word, options=", ".join(OPTIONS))
    return _Sheet(GameType(name, **options), turn)


def _read_key(sheet: _Sheet, key: str, value: str, number: int) -> None:
    if key in CLAIM_KEYS:
        sheet.claims.append(Claim(key, value, number))
        return
    if key not in SET_UP_KEYS:
        raise DiagramError("key", number, word=key, keys=", ".join((*SET_UP_KEYS, *CLAIM_KEYS)))
    if key in sheet.keys:
        raise DiagramError("key_twice", number, word=key)
    if key in ("honeycombo", "double") and value.lower() not in SIDES:
        raise DiagramError("colour", number, word=key, text=value)
    sheet.keys[key] = (value, number)


def _read_drawing(sheet: _Sheet, drawing: list[tuple[int, str]]) -> dict[str, Hex]:
    """Read the rows into hexes; return where the tops of stacks stand."""
    tokens = [
        (i, number, match.start(), match[0])
        for i, (number, line) in enumerate(drawing)
        for match in re.finditer(r"\S+", line)
    ]
    high: dict[str, Hex] = {}
    if not tokens:
        return high
    left = min(column for _, _, column, _ in tokens)
    places: list[tuple[int, str, Hex]] = []
    parity = None
    for row, number, column, token in tokens:
        half = (column - left + 1) // 3  # half a hex is three columns; one column aside is forgiven
        if parity is None:
            parity = (half - row) % 2
        if (half - row) % 2 != parity:
            raise DiagramError("column", number, token=token, column=column + 1)
        places.append((number, token, Hex((half - row - parity) // 2, row)))
    if len({place for _, _, place in places}) < len(places):
        crowded = next(p for i, p in enumerate(places) if p[2] in [other[2] for other in places[:i]])
        raise DiagramError("crowded", crowded[0], token=crowded[1])
    home = next((place for _, token, place in places if len(token) > 1), places[0][2])
    for number, token, place in places:
        match = TOKEN.fullmatch(token)
        if match is None:
            raise DiagramError("token", number, token=token)
        here = Hex(place.q - home.q, place.r - home.r)
        if match["name"]:
            sheet.table[here] = [match["name"]]
            if match["high"]:
                high[match["name"]] = here
        for mark in match["marks"] or match["mark"] or "":
            if mark in MARKS:
                sheet.marks[mark].add(here)
    return high


def _read_covered(sheet: _Sheet, covered: list[tuple[int, list[str]]], high: dict[str, Hex]) -> None:
    """Put what lies under the tops, from lines such as `wB1 on bQ on wA1`, below them."""
    for number, names in covered:
        if len(names) % 2 == 0 or names[1::2] != ["on"] * (len(names) // 2):
            raise DiagramError("on", number, text=" ".join(names))
        place = high.pop(names[0], None)
        if place is None:
            raise DiagramError("not_high", number, name=names[0])
        sheet.table[place] = names[::-2]
    if high:
        name = next(iter(high))
        raise DiagramError("stack_missing", 1, name=name)


def _build(sheet: _Sheet) -> Position:
    """Set up what is drawn, or what was there before the last turn, and play what is to be played."""
    deeds = [deed.strip() for deed in (sheet.value("last") or "").split(",") if deed.strip()]
    honeycombo, double = (SIDES.get((sheet.value(key) or "").lower()) for key in ("honeycombo", "double"))
    hands = {side: (sheet.value(name) or "").split() for name, side in SIDES.items() if name in sheet.keys}
    bag = sheet.value("bag")

    def lay(table: Table, turn: str | None, double: Colour | None) -> Position:
        return set_up(
            sheet.game_type,
            table,
            turn=turn,
            hands=hands or None,
            bag=None if bag is None else bag.split(),
            removed=(sheet.value("removed") or "").split(),
            honeycombo=honeycombo,
            double=double,
        )

    if sheet.turn == "White[0]" and list(sheet.table.values()) in ([], [["hc"]]):
        position = Position(sheet.game_type)  # S1: hands are still to be chosen
    elif not deeds:
        position = lay(sheet.table, sheet.turn, double)
    else:
        table, steps = _before(sheet, deeds)
        side, number = _turn_before(lay(sheet.table, sheet.turn, double), counted="[" in (sheet.turn or ""))
        for name in [deed.split()[0] for deed in deeds if deed.endswith(" placed")]:
            if side in hands or "Swarm" in sheet.game_type.modules:
                hands.setdefault(side, []).append(name)
        position = lay(table, f"{side}[{number}]", side if len(deeds) > 1 else double)
        for deed, kind, place in steps:
            _redo(position, deed, kind, place, sheet.keys["last"][1])
    for action in (sheet.value("played") or "").split(";"):
        if action.strip():
            position.play(action.strip())
    return position


def _turn_before(position: Position, *, counted: bool) -> tuple[Colour, int]:
    """Return the turn before; one that was only inferred is taken later, so that the last turn had room."""
    number = position.turn_number if counted else position.turn_number + 1
    side = position.colour.other
    return side, number if side == Colour.WHITE else number - 1


def _before(sheet: _Sheet, deeds: list[str]) -> tuple[Table, list[tuple[str, str, Hex]]]:
    """Take the deeds of the last turn back; return the table before and each deed with its hex, in order."""
    line = sheet.keys["last"][1]
    table = {place: list(stack) for place, stack in sheet.table.items()}
    steps: list[tuple[str, str, Hex]] = []
    for deed in reversed(deeds):
        match = LAST.fullmatch(deed)
        if match is None or (match[2] == "swapped") != (match[3] is not None):
            raise DiagramError("last", line, text=deed)
        place = _place_of(table, match[1], line)
        kind = match[2]
        if kind in ("flipped", "stung"):
            name = table[place][-1]
            if name[1] not in FACES:
                raise DiagramError("last", line, text=deed)
            table[place][-1] = name[0] + FACES[name[1]] + name[2:]
        elif kind == "swapped":
            other = _place_of(table, match[3], line)
            table[place], table[other] = table[other], table[place]
            steps.append((deed, kind, place))
            continue
        else:
            name = table[place].pop()
            if not table[place]:
                del table[place]
            if kind == "moved":
                if len(sheet.marks["o"]) != 1:
                    raise DiagramError("origin", line, text=deed)
                table.setdefault(next(iter(sheet.marks["o"])), []).append(name)
        steps.append((deed, kind, place))
    return table, steps[::-1]


def _place_of(table: Table, name: str, line: int) -> Hex:
    for place, stack in table.items():
        if stack[-1] == name:
            return place
    raise DiagramError("not_drawn", line, name=name)


KINDS = {"placed": "place", "moved": "move", "flipped": "flip", "stung": "sting", "swapped": "swap"}


def _redo(position: Position, deed: str, kind: str, place: Hex, line: int) -> None:
    """Play a deed of the last turn."""
    name = deed.split()[0]
    for action in position.legal_actions():
        if action.kind != KINDS[kind] or action.piece is None:
            continue
        if kind in ("placed", "moved"):
            fits = action.to == place and action.piece.name.startswith(name)
        elif kind == "stung":
            fits = action.target is not None and position.where(action.target.id) == place
        elif kind == "flipped":
            fits = action.origin == place
        else:
            fits = (
                action.piece.name == name
                and action.target is not None
                and position.where(action.target.id) == place
            )
        if fits:
            position.play(action)
            return
    raise DiagramError("last_illegal", line, text=deed)


# -- drawing ---------------------------------------------------------------------------------------


def draw_diagram(
    position: Position, *, stars: Iterable[Hex] = (), barred: Iterable[Hex] = (), memory: bool = False
) -> str:
    """Draw a position; what is read back equals it.

    What the last turn did, and so what rests, is lost, unless `memory` asks for it: the hive is then drawn as
    it was before the last turn, and the actions since follow as `played`.

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
    for turns in range(2, 2 * position.turn_number + 3):
        text = _draw(position, marks, turns)
        try:
            read_diagram(text)
        except IllegalAction:
            continue  # what was played needs to know the turn before it, too (V5, P2)
        break
    return text


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
    lines = []
    swarm = "Swarm" in position.game_type.modules
    for name, side in SIDES.items():
        hand = position.hand(side)
        passed = position.turn_number > 3 and any(piece.bug.letter == "Q" for piece in hand)
        if swarm and position.turn_number:
            lines.append(f"{name}: {' '.join(map(str, hand))}".rstrip())
        elif passed:
            lines.append(f"{name}: {side.letter}Q")
    if position.removed:
        lines.append(f"removed: {' '.join(map(str, position.removed))}")
    if position.honeycombo == Colour.WHITE:
        lines.append("honeycombo: white")
    lines += [f"double: {name}" for name, side in SIDES.items() if position.double_turn_of(side)]
    return lines
