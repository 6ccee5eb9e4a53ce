"""Why a click is refused: the action it would begin or spell is put to the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ruche import Hex, NotationError, Piece, Position, Reason
from ruche.play.clicks import TokenError, hand_token, hex_of, spell
from ruche.rules.action import DESTINATIONS
from ruche.rules.explain import probe
from ruche.rules.explain.reasons import ReasonKind
from ruche.rules.facts.bugs import ACTION_KINDS, CONTROL, MARKS, POWERS, THROW
from ruche.rules.facts.colours import WHITE
from ruche.rules.facts.pieces import NEUTRAL_NAME
from ruche.words.errors import LocalizedError

MARK_OF_TOKEN = {f"do:{kind}": mark for kind, mark in MARKS.items()}


class ClickError(LocalizedError):
    """A click that no action begins or goes on with: bad_token, empty_hex, far_away or not_yours."""

    area = "click"


Stacks = Mapping[Hex, tuple[Piece, ...]]
Refused = Reason | NotationError | ClickError  # each says itself in every language


def why_not_action(position: Position, text: str) -> Refused | None:
    """Return why an action, in notation, is refused; None if it is legal."""
    try:
        return position.why_not(text)
    except NotationError as error:
        return error


def why_not_clicks(position: Position, clicks: Sequence[str]) -> Refused | None:
    """Return why clicks are refused; None if they begin or spell a legal action."""
    clicks = tuple(clicks)
    if any(action.clicks[: len(clicks)] == clicks for action in spell(position)):
        return None
    try:
        reasons = [position.why_not(text) for text in attempts(position, clicks)]
    except TokenError as error:
        return ClickError("bad_token", detail=error)
    except (ClickError, NotationError) as error:
        return error
    return _most_telling([reason for reason in reasons if reason is not None])


def _most_telling(reasons: list[Reason]) -> Reason | None:
    """Return that the piece is bound, whatever is tried with it; else what most attempts have in common."""
    if not reasons:
        return None
    bound = [reason for reason in reasons if reason.kind == ReasonKind.BOUND]
    kind, _ = Counter((reason.kind, reason.rule) for reason in bound or reasons).most_common(1)[0]
    return next(reason for reason in reasons if (reason.kind, reason.rule) == kind)


# -- what clicks may mean ----------------------------------------------------------------------------


def attempts(position: Position, clicks: Sequence[str]) -> Iterator[str]:
    """Return the actions, in notation, that clicks may mean; several while the last click is to come."""
    first, *rest = clicks
    kind, _, what = first.partition(":")
    hexes = [hex_of(token) for token in clicks if token.startswith("hex:")]
    if kind == "do":
        yield _by_itself(position, what)
    elif kind == "hand":
        yield from _placings(position, first, hexes[:1], rest)
    elif hex_of(first) not in position.stacks:
        raise ClickError("empty_hex")
    elif len(hexes) > 2 and hexes[1] in position.stacks:  # who acts, on which piece, and where that goes
        yield from _moves(position, hexes[1], hexes[2:3], rest)
    elif len(hexes) > 1 and hexes[1] in position.stacks and not rest[-1].startswith("do:"):
        yield from _uses(position, *hexes[:2])
    else:
        yield from _moves(position, hexes[0], hexes[1:2], rest)


def _by_itself(position: Position, what: str) -> str:
    """Return what a `do:` token means by itself."""
    if what == NEUTRAL_NAME:
        shows = position.honeycombo
        return f"{NEUTRAL_NAME} ={(shows.other if shows is not None else WHITE).letter}"
    return what.replace(":", " ", 1)


def _placings(position: Position, token: str, goals: list[Hex], rest: list[str]) -> Iterator[str]:
    """Return where a piece of the hand may be meant to enter."""
    name, stacks = _from_hand(position, token, rest), position.stacks
    if not goals and not stacks:
        yield name
    for goal in goals or _surroundings(stacks):
        yield f"{name} {_destination(stacks, goal)}".rstrip()


def _from_hand(position: Position, token: str, rest: list[str]) -> str:
    """Return the name of the piece that a token of the hand means, by the face it will show."""
    for piece in position.hand(position.colour):
        if hand_token(piece) == token:
            faces = position.game_type.faces[piece.id]
            return str(next((face for face in faces if f"face:{face.bug.name}" in rest), piece))
    raise ClickError("not_yours")


def _uses(position: Position, one: Hex, two: Hex) -> Iterator[str]:
    """Return what a piece may be meant to do to another, by the powers it has; without any, to step on it."""
    stacks = position.stacks
    actor, target = stacks[one][-1], stacks[two][-1]
    if actor.colour != position.colour and target.colour == position.colour:
        (one, actor), (two, target) = (two, target), (one, actor)  # the victim was clicked first
    powers = probe.abilities(position, actor.id) & POWERS
    near = [one.neighbour(direction) for direction in range(6)]
    if powers & THROW and two in near:
        yield from (f"{target} {_destination(stacks, to)}" for to in near if to not in stacks)
    for mark in {MARKS[kind] for power, kind in ACTION_KINDS.items() if powers & power}:
        yield f"{actor} {mark}{target}"
    if not powers & ~CONTROL:
        yield f"{actor} {target}"


def _moves(position: Position, start: Hex, goals: list[Hex], rest: list[str]) -> Iterator[str]:
    """Return what the top of a hex may be meant to do."""
    stacks = position.stacks
    piece = stacks[start][-1]
    if rest[-1:] == ["do:flip"]:
        faces = position.game_type.faces[piece.id]
        yield f"{piece} ={next((face for face in faces if face.bug != piece.bug), piece)}"
        return
    mark = MARK_OF_TOKEN.get(rest[-1], "") if rest else ""
    for goal in goals or _surroundings(stacks):
        yield f"{piece} {mark if goal in stacks else ''}{_destination(stacks, goal)}"


def _surroundings(stacks: Stacks) -> list[Hex]:
    """Return the empty hexes that touch the hive."""
    near = {place.neighbour(d) for place in stacks for d in range(6)}
    return sorted(near - set(stacks))


def _destination(stacks: Stacks, goal: Hex) -> str:
    """Return how a destination is written; refuse one far from the hive."""
    if goal in stacks:
        return str(stacks[goal][-1])
    if not stacks:
        return ""
    for direction in range(6):
        if stack := stacks.get(goal.neighbour(direction)):
            return DESTINATIONS[direction].format(stack[-1])
    raise ClickError("far_away")
