"""A position in one line of text, for every game type: what FEN is to chess.

    Base+MLP wG1,bA1.bB1/1,wQ w5 last:+wQ

The game type, the hive, the turn; then, where they say anything, options, hands, bag, what was removed, the
Honeycombo, a double turn, and what the last turn did. `docs/notation.md` describes it. It writes down a
`SetUp`, and is read as one, so that the rules of set-ups hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from ruche.rules.errors import IllegalAction, NotationError
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.game_type import OPTIONS, GameType
from ruche.rules.facts.hexes import Hex
from ruche.rules.facts.pieces import PIECE_NAME
from ruche.rules.last_turn import WITH_ORIGIN, EventKind, LastTurnEvent, Stacks, take_back
from ruche.rules.position import Position
from ruche.rules.position_codec import EMPTY, EVENT, OPTION_FIELDS, PositionCodec, codec_of
from ruche.rules.set_up import SetUp
from ruche.words.errors import LocalizedError

TURN = re.compile(r"([wb])([0-9]{1,4})")
GAP = re.compile(r"[0-9]{1,2}")
NAME = re.compile(PIECE_NAME)
MARKS = {"+": EventKind.PLACED, "=": EventKind.FLIPPED, "*": EventKind.STUNG}
SIDES = {"white": Colour.WHITE, "black": Colour.BLACK}
LETTERS = {colour.letter: colour for colour in Colour}
FIELDS = (*OPTION_FIELDS, *SIDES, "bag", "removed", "honeycombo", "double", "last", "then", "hidden")


class PositionTextError(LocalizedError):
    """A text that is no position."""

    area = "position_text"


def is_position_text(text: str) -> bool:
    """Tell whether a text looks like a position, and not like a game type, a record or a diagram."""
    fields = _split(text)
    return len(fields) > 2 and "\n" not in text.strip() and TURN.fullmatch(fields[2]) is not None


def _split(text: str) -> list[str]:
    """Return the fields; in addresses, `_` may stand between them."""
    return text.split() if " " in text.strip() else text.strip().split("_")


# -- writing ---------------------------------------------------------------------------------------


def write_position(position: Position) -> str:
    """Return a position as text; what came before is left out as far as it has no effect.

    How often it has occurred is left out too (E4). Where no set-up can tell all, as in the middle of a double
    turn, it is an earlier position and the actions played `then`.
    """
    shown = position
    if position.outcome is not None:
        shown = position.copy()
        shown.resume()
    quick = codec_of(shown.game_type)
    then: list[str] = []
    text = quick.write(shown) or _write_set_up(shown)
    while text is None:
        if not then:
            shown = shown.copy()
        then.append(str(shown.undo()).replace(" ", "."))
        text = quick.write(shown) or _write_set_up(shown)
    if then:
        text += f" then:{','.join(reversed(then))}"
    if position.hidden_choice is not None:
        text += f" hidden:{position.hidden_choice.letter}"
    return text


def _write_set_up(position: Position) -> str | None:
    """Return a position as text, the history left out if a set-up tells all or there is none; else None."""
    laid = _set_up_of(position)
    if laid is None and position.ply:
        return None
    stacks = {place: [piece.name for piece in stack] for place, stack in position.stacks.items()}
    corner = _corner(stacks)
    turn = f"{position.colour.letter}{position.turn_number}"
    options = position.game_type.options
    fields = [str(position.game_type), _write_hive(stacks, corner), turn]
    fields += [
        f"{field}:{options[name]}"
        for field, name in OPTION_FIELDS.items()
        if options[name] != OPTIONS[name][0]
    ]
    return " ".join(fields if laid is None else [*fields, *_write_rest(laid, stacks, corner)])


def _set_up_of(position: Position) -> SetUp | None:
    """Return the set-up that tells all of a position, or None."""
    if position.turn_number == 0 or position.is_second_action:  # S1, K5
        return None
    laid = SetUp.claimed(position)
    if not position.game_type.minds_last_turn:
        laid = replace(laid, last=())
    return laid if laid.tells_all_of(position) else None


def _corner(places: Iterable[Hex]) -> Hex:
    """Return the hex that is written first: the westernmost column of the northernmost row."""
    found = list(places)
    return Hex(min((place.q for place in found), default=0), min((place.r for place in found), default=0))


def _write_hive(stacks: Stacks, corner: Hex) -> str:
    rows: dict[int, list[Hex]] = {}
    for place in sorted(stacks):
        rows.setdefault(place.r, []).append(place)
    lines = []
    for r in sorted(rows):
        items: list[str] = []
        column = corner.q
        for place in rows[r]:
            items += [str(place.q - column)] if place.q > column else []
            items.append(".".join(stacks[place]))
            column = place.q + 1
        lines.append(",".join(items))
    return "/".join(lines) or EMPTY


def _write_rest(laid: SetUp, stacks: Stacks, corner: Hex) -> list[str]:
    """Return the fields of what a hive does not show."""
    fields = [f"{name}:{_join(laid.hands[side])}" for name, side in SIDES.items() if side in laid.hands]
    fields += [] if laid.bag is None else [f"bag:{_join(laid.bag)}"]
    fields += [f"removed:{_join(laid.removed)}"] if laid.removed else []
    fields += ["honeycombo:w"] if laid.honeycombo == Colour.WHITE else []
    fields += [] if laid.double is None else [f"double:{laid.double.letter}"]
    events: list[str] = []
    for event in reversed(laid.last):
        events.insert(0, _write_event(event, stacks, corner))
        take_back(stacks, event)
    return [*fields, f"last:{','.join(events)}"] if events else fields


def _join(names: Sequence[str]) -> str:
    return ".".join(names) or EMPTY


def _write_event(event: LastTurnEvent, stacks: Stacks, corner: Hex) -> str:
    name = stacks[event.at][-1]
    if event.kind == EventKind.MOVED:
        assert event.origin is not None
        return f"{name}<{event.origin.q - corner.q}:{event.origin.r - corner.r}"
    if event.kind == EventKind.SWAPPED:
        assert event.origin is not None
        return f"{name}~{stacks[event.origin][-1]}"
    return next(mark for mark, kind in MARKS.items() if kind == event.kind) + name


# -- reading ---------------------------------------------------------------------------------------


def read_position(text: str, *, seed: int = 0) -> Position:
    """Return the position of a text; raise `PositionTextError`, `GameTypeError` or `SetUpError`."""
    fields = _split(text)
    if len(fields) < 3:
        raise PositionTextError("fields", text=text)
    name, hive, turn, *rest = fields
    found = TURN.fullmatch(turn)
    if found is None:
        raise PositionTextError("turn", text=text, part=turn)
    values = _read_fields(rest, text) if rest else {}
    codec = _codec(name, *(values.get(field) for field in OPTION_FIELDS)) if values else _codec(name)
    position = codec.read(hive, turn, values, seed)
    if position is None:
        position = _read_closely(codec.game_type, hive, LETTERS[found[1]], int(found[2]), values, text, seed)
    if not values:
        return position
    for action in filter(None, values.get("then", "").split(",")):
        try:
            position.play(action.replace(".", " "))
        except (IllegalAction, NotationError) as error:
            raise PositionTextError("then", text=text, part=action, why=error) from error
    hidden = _side(values, "hidden", text)
    return position if hidden is None else _hide_hand(position)


def _read_closely(
    game_type: GameType,
    hive: str,
    colour: Colour,
    number: int,
    values: Mapping[str, str],
    text: str,
    seed: int,
) -> Position:
    """Return the position of the fields of a text, or say what is wrong with them."""
    stacks = _read_hive(hive, text)
    if number == 0:  # S1: hands are still to be chosen
        return Position(game_type, seed=seed)
    return SetUp(
        game_type,
        stacks,
        colour=colour,
        turn_number=number,
        hands={side: _names(values[key]) for key, side in SIDES.items() if key in values},
        bag=_names(values["bag"]) if "bag" in values else None,
        removed=_names(values.get("removed", EMPTY)),
        honeycombo=_side(values, "honeycombo", text),
        double=_side(values, "double", text),
        last=_read_last(values.get("last", ""), stacks, text),
    ).position(seed=seed)


@lru_cache(maxsize=64)
def _codec(name: str, *options: str | None) -> PositionCodec:
    """Return the codec of a game type; for many positions it is made only once."""
    chosen = {name: value for name, value in zip(OPTIONS, options, strict=False) if value is not None}
    return codec_of(GameType(name, **chosen))


def _hide_hand(position: Position) -> Position:
    """Return what black sees while white's hand is secret (S1): whatever was chosen, it is the same."""
    if position.secret_choice is None:
        position.play(next(action for action in position.legal_actions() if action.kind == "hand"))
    return position.seen_by(Colour.BLACK)


def _read_fields(parts: list[str], text: str) -> dict[str, str]:
    values: dict[str, str] = {}
    for part in parts:
        name, colon, value = part.partition(":")
        if not colon or name not in FIELDS or name in values:
            raise PositionTextError("field", text=text, part=part, fields=", ".join(FIELDS))
        values[name] = value
    return values


def _read_hive(hive: str, text: str) -> Stacks:
    stacks: Stacks = {}
    if hive == EMPTY:
        return stacks
    for r, row in enumerate(hive.split("/")):
        q = 0
        for item in row.split(","):
            if GAP.fullmatch(item):
                q += int(item)
                continue
            names = item.split(".")
            if not all(map(NAME.fullmatch, names)):
                raise PositionTextError("hive", text=text, part=item)
            stacks[Hex(q, r)] = names
            q += 1
    return stacks


def _names(value: str) -> list[str]:
    return [] if value == EMPTY else value.split(".")


def _side(values: Mapping[str, str], name: str, text: str) -> Colour | None:
    value = values.get(name)
    if value is None:
        return None
    if value not in LETTERS:
        raise PositionTextError("field", text=text, part=f"{name}:{value}", fields=f"{name}:w, {name}:b")
    return LETTERS[value]


def _read_last(value: str, stacks: Stacks, text: str) -> list[LastTurnEvent]:
    """Read what the last turn did; of two events, the first names pieces as they lay before the second."""
    before = {place: list(stack) for place, stack in stacks.items()}
    events: list[LastTurnEvent] = []
    for part in reversed(value.split(",") if value else []):
        event = _read_event(part, before)
        if event is None or take_back(before, event) is None:
            raise PositionTextError("last", text=text, part=part)
        events.insert(0, event)
    return events


def _read_event(part: str, stacks: Stacks) -> LastTurnEvent | None:
    found = EVENT.fullmatch(part)
    if found is None:
        return None
    mark, name, q, r, other = found.groups()
    tops = {stack[-1]: place for place, stack in stacks.items()}
    kind = MARKS[mark] if mark else EventKind.MOVED if q is not None else EventKind.SWAPPED
    origin = Hex(int(q), int(r)) if q is not None else tops.get(other)
    if name not in tops or (origin is None) == (kind in WITH_ORIGIN):
        return None
    return LastTurnEvent(kind, tops[name], origin)
