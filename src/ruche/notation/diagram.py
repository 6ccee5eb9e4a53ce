"""Text diagrams: a hive drawn with letters, six columns per hex, every other row shifted by three.

A diagram is read into a position and what is marked in it; `diagram_drawing.py` draws a position as one. The
format is described in `docs/diagrams.md`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ruche.rules.core.codes import KIND_NAMES
from ruche.rules.errors import IllegalAction, NotationError
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.game_type import OPTIONS, GameType, GameTypeError
from ruche.rules.facts.hexes import Hex
from ruche.rules.facts.pieces import NEUTRAL_NAME, PIECE_NAME
from ruche.rules.last_turn import EventKind, LastTurnEvent, Stacks, take_back
from ruche.rules.position import Position
from ruche.rules.set_up import SetUp
from ruche.rules.set_up_checks import TURN, SetUpError, read_turn
from ruche.words.errors import LocalizedError

MARKS = "*xo"
TOKEN = re.compile(rf"(?:(?P<name>{PIECE_NAME})(?P<high>\^?)(?P<marks>[*xo]*)|(?P<mark>[.*xo]))")
KEY_LINE = re.compile(r"([a-z_]+):(.*)")
LAST = re.compile(r"(\w+) (placed|moved|flipped|stung|swapped)(?: (\w+))?")
SIDES = {"white": Colour.WHITE, "black": Colour.BLACK}
SET_UP_KEYS = ("white", "black", "bag", "removed", "honeycombo", "double", "last", "played")

CLAIM_KEYS = ("stars", "actions", "legal", "refused", "state", *KIND_NAMES)


class DiagramError(LocalizedError):
    """A diagram that cannot be read; `line` counts from 1.

    Where the rules forbid what it shows, `cause` is what they say: a `GameTypeError`, `SetUpError`,
    `NotationError` or `IllegalAction`.
    """

    area = "diagram"

    def __init__(self, kind: str, line: int, **values: object) -> None:
        super().__init__(kind, line=line, **values)
        self.line = line

    @property
    def cause(self) -> object | None:
        """What the rules say, if they forbid it."""
        return self.values.get("why")


@dataclass(frozen=True)
class Claim:
    """A line that says something of the position, such as `stars: wA1`; see `claims.py`."""

    key: str
    text: str
    line: int


@dataclass(frozen=True)
class Diagram:
    """A diagram that was read: the position, the hexes marked `*` and `x`, and what it claims.

    The first `set_up_actions` of the position's history are what it says of the last turn.
    """

    position: Position
    set_up_actions: int
    stars: frozenset[Hex]
    barred: frozenset[Hex]
    claims: tuple[Claim, ...]


@dataclass
class _ParsedLines:
    """The lines of a diagram, sorted."""

    game_type: GameType
    turn: str | None
    lines: list[tuple[int, str]]  # with their numbers, without comments
    stacks: Stacks = field(default_factory=dict)
    marks: dict[str, set[Hex]] = field(default_factory=lambda: {mark: set() for mark in MARKS})
    keys: dict[str, tuple[str, int]] = field(default_factory=dict)
    claims: list[Claim] = field(default_factory=list)

    def value(self, key: str) -> str | None:
        return self.keys[key][0] if key in self.keys else None


# -- reading ---------------------------------------------------------------------------------------


def read_diagram(text: str) -> Diagram:
    """Return what a diagram shows; raise `DiagramError`.

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
    parsed = _read_header(lines)
    drawing: list[tuple[int, str]] = []
    covered: list[tuple[int, list[str]]] = []
    for number, line in lines[1:]:
        if match := KEY_LINE.fullmatch(line.strip()):
            _read_key(parsed, match[1], match[2].strip(), number)
        elif " on " in line:
            covered.append((number, line.split()))
        else:
            drawing.append((number, line))
    high = _read_drawing(parsed, drawing)
    _read_covered(parsed, covered, high)
    position, set_up_actions = _build(parsed)
    return Diagram(
        position,
        set_up_actions,
        frozenset(parsed.marks["*"]),
        frozenset(parsed.marks["x"]),
        tuple(parsed.claims),
    )


def _read_header(lines: list[tuple[int, str]]) -> _ParsedLines:
    number, line = lines[0]
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
    try:
        return _ParsedLines(GameType(name, **options), turn, lines)
    except GameTypeError as error:
        raise DiagramError("rules", number, why=error) from error


def _read_key(parsed: _ParsedLines, key: str, value: str, number: int) -> None:
    if key in CLAIM_KEYS:
        parsed.claims.append(Claim(key, value, number))
        return
    if key not in SET_UP_KEYS:
        raise DiagramError("key", number, word=key, keys=", ".join((*SET_UP_KEYS, *CLAIM_KEYS)))
    if key in parsed.keys:
        raise DiagramError("key_twice", number, word=key)
    if key in ("honeycombo", "double") and value.lower() not in SIDES:
        raise DiagramError("colour", number, word=key, text=value)
    parsed.keys[key] = (value, number)


def _read_drawing(parsed: _ParsedLines, drawing: list[tuple[int, str]]) -> dict[str, tuple[Hex, int]]:
    """Read the rows into hexes; return where the tops of stacks stand, and in which line."""
    tokens = [
        (i, number, match.start(), match[0])
        for i, (number, line) in enumerate(drawing)
        for match in re.finditer(r"\S+", line)
    ]
    high: dict[str, tuple[Hex, int]] = {}
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
            parsed.stacks[here] = [match["name"]]
            if match["high"]:
                high[match["name"]] = (here, number)
        for mark in match["marks"] or match["mark"] or "":
            if mark in MARKS:
                parsed.marks[mark].add(here)
    return high


def _read_covered(
    parsed: _ParsedLines, covered: list[tuple[int, list[str]]], high: dict[str, tuple[Hex, int]]
) -> None:
    """Put what lies under the tops, from lines such as `wB1 on bQ on wA1`, below them."""
    for number, names in covered:
        if len(names) % 2 == 0 or names[1::2] != ["on"] * (len(names) // 2):
            raise DiagramError("on", number, text=" ".join(names))
        if names[0] not in high:
            raise DiagramError("not_high", number, name=names[0])
        parsed.stacks[high.pop(names[0])[0]] = names[::-2]
    if high:
        name, (_, number) = next(iter(high.items()))
        raise DiagramError("stack_missing", number, name=name)


def _build(parsed: _ParsedLines) -> tuple[Position, int]:
    """Set up what is drawn, and play what is to be played; count the actions before that."""
    if parsed.turn == "White[0]" and list(parsed.stacks.values()) in ([], [[NEUTRAL_NAME]]):
        position = Position(parsed.game_type)  # S1: hands are still to be chosen
    else:
        position = _set_up_position(parsed)
    set_up_actions = len(position.history)
    played, line = parsed.keys.get("played", ("", 0))
    for text in filter(None, map(str.strip, played.split(";"))):
        try:
            position.play(text)
        except (IllegalAction, NotationError) as error:
            raise DiagramError("played", line, text=text, why=error) from error
    return position, set_up_actions


def _set_up_position(parsed: _ParsedLines) -> Position:
    honeycombo, double = (SIDES.get((parsed.value(key) or "").lower()) for key in ("honeycombo", "double"))
    bag = parsed.value("bag")
    colour, number = read_turn(parsed.turn) if parsed.turn is not None else (None, None)
    laid = SetUp(
        parsed.game_type,
        parsed.stacks,
        colour=colour,
        turn_number=number,
        hands={
            side: (parsed.value(name) or "").split() for name, side in SIDES.items() if name in parsed.keys
        },
        bag=None if bag is None else bag.split(),
        removed=(parsed.value("removed") or "").split(),
        honeycombo=honeycombo,
        double=double,
        last=_read_last(parsed),
    )
    try:
        return laid.position()
    except SetUpError as error:
        raise DiagramError("rules", _line_of(parsed, error), why=error) from error


def _line_of(parsed: _ParsedLines, error: SetUpError) -> int:
    """Return the line that a mistake of the set-up is in, or else the first of the hive."""
    if error.kind.startswith("last_"):
        return parsed.keys["last"][1]
    if "turn" in error.values:
        return parsed.lines[0][0]
    words = [str(error.values["name"])] if "name" in error.values else []
    words += {"removal": ["removed:"], "no_bag": ["bag:"], "double_turn": ["double:"]}.get(error.kind, [])
    for word in words:
        for number, line in parsed.lines:
            if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", line):
                return number
    return parsed.lines[min(1, len(parsed.lines) - 1)][0]


def _read_last(parsed: _ParsedLines) -> list[LastTurnEvent]:
    """Read what the last turn did; of two events, each names the piece as it lay then."""
    events: list[LastTurnEvent] = []
    if "last" not in parsed.keys:
        return events
    text, line = parsed.keys["last"]
    stacks = {place: list(stack) for place, stack in parsed.stacks.items()}
    for part in reversed([part.strip() for part in text.split(",") if part.strip()]):
        match = LAST.fullmatch(part)
        if match is None or (match[2] == EventKind.SWAPPED) != (match[3] is not None):
            raise DiagramError("last", line, text=part)
        origin = None
        if match[2] == EventKind.MOVED:
            if len(parsed.marks["o"]) != 1:
                raise DiagramError("origin", line, text=part)
            origin = next(iter(parsed.marks["o"]))
        elif match[2] == EventKind.SWAPPED:
            origin = _place_of(stacks, match[3], line)
        event = LastTurnEvent(match[2], _place_of(stacks, match[1], line), origin)
        if take_back(stacks, event) is None:
            raise DiagramError("last", line, text=part)
        events.insert(0, event)
    return events


def _place_of(stacks: Stacks, name: str, line: int) -> Hex:
    for place, stack in stacks.items():
        if stack[-1] == name:
            return place
    raise DiagramError("not_drawn", line, name=name)
