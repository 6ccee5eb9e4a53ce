"""Why a click is refused: the action it would begin or spell is put to the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ruche import Hex, NotationError, Piece, Position, Reason
from ruche.server.clicks import spell
from ruche.server.wire.messages import ReasonView
from ruche.server.wire.refusals import RefusalError, of_rules, reason_view, refuse

# How the direction from a hex to the piece beside it is written before or after that piece's name.
BESIDE = ("-{}", "\\{}", "{}/", "{}-", "{}\\", "/{}")
MARKS = {"sting": "*", "swap": "~", "kill": "x"}


def why_not_action(position: Position, text: str) -> ReasonView | None:
    """Return why an action, in notation, is refused; None if it is legal."""
    try:
        reason = position.why_not(text)
    except NotationError as error:
        return of_rules(error).reason
    return None if reason is None else reason_view(reason)


def why_not_clicks(position: Position, clicks: list[str]) -> ReasonView | None:
    """Return why clicks are refused; None if they begin or spell a legal action."""
    if any(action.clicks[: len(clicks)] == clicks for action in spell(position)):
        return None
    reasons: list[Reason] = []
    try:
        for text in attempts(position, clicks):
            reason = position.why_not(text)
            if reason is not None:
                reasons.append(reason)
    except RefusalError as refusal:
        return refusal.reason
    except NotationError as error:
        return of_rules(error).reason
    if not reasons:
        return None
    kinds = Counter((reason.kind, reason.rule) for reason in reasons)
    common, _ = kinds.most_common(1)[0]
    return reason_view(next(reason for reason in reasons if (reason.kind, reason.rule) == common))


def attempts(position: Position, clicks: list[str]) -> Iterator[str]:
    """Return the actions, in notation, that clicks may mean; several while the last click is to come."""
    first, *rest = clicks
    kind, _, what = first.partition(":")
    if kind == "do":
        yield deed(position, what)
        return
    goals = [token for token in rest if token.startswith("hex:")]
    if kind == "hand":
        name = from_hand(position, what, rest)
        if not goals and not position.stacks:
            yield name
        for goal in [read_hex(goals[0])] if goals else surroundings(position):
            yield f"{name} {written(position, goal)}".rstrip()
        return
    if kind != "hex":
        raise refuse("bad_request", detail=first)
    stack = position.stacks.get(read_hex(first))
    if not stack:
        raise refuse("empty_hex")
    yield from moves(position, stack[-1], goals, rest)


def moves(position: Position, piece: Piece, goals: list[str], rest: list[str]) -> Iterator[str]:
    """Return what a piece in play may be meant to do."""
    if rest[-1:] == ["do:flip"]:
        faces = position.game_type.faces[piece.id]
        yield f"{piece} ={next((face for face in faces if face.bug != piece.bug), piece)}"
        return
    for goal in [read_hex(goals[0])] if goals else surroundings(position):
        target = position.stacks.get(goal)
        named = MARKS.get(rest[-1].removeprefix("do:"), "") if rest else ""
        if goals and target and named:
            yield f"{piece} {named}{target[-1]}"
        else:
            yield f"{piece} {written(position, goal)}"


def deed(position: Position, what: str) -> str:
    """Return what a `do:` token means by itself."""
    if what == "hc":
        shows = position.honeycombo
        return f"hc ={shows.other.letter}" if shows is not None else "hc =w"
    return what.replace(":", " ", 1)


def from_hand(position: Position, what: str, rest: list[str]) -> str:
    """Return the name of the piece that a token of the hand means, by the face it will show."""
    side, _, bug = what.partition(":")
    for piece in position.hand(position.colour):
        if piece.colour is not None and (piece.colour.letter, piece.bug.name) == (side, bug):
            wanted = {token.removeprefix("face:") for token in rest if token.startswith("face:")}
            faces = position.game_type.faces[piece.id]
            return str(next((face for face in faces if face.bug.name in wanted), piece))
    raise refuse("not_yours")


def read_hex(token: str) -> Hex:
    """Return the hex of a token."""
    try:
        q, r = token.removeprefix("hex:").split(",")
        return Hex(int(q), int(r))
    except ValueError:
        raise refuse("bad_request", detail=token) from None


def surroundings(position: Position) -> list[Hex]:
    """Return the empty hexes that touch the hive."""
    stacks = position.stacks
    near = {place.neighbour(d) for place in stacks for d in range(6)}
    return sorted(near - set(stacks))


def written(position: Position, goal: Hex) -> str:
    """Return how a destination is written; refuses one far from the hive."""
    stacks = position.stacks
    if goal in stacks:
        return str(stacks[goal][-1])
    if not stacks:
        return ""
    for direction, form in enumerate(BESIDE):
        stack = stacks.get(goal.neighbour(direction))
        if stack:
            return form.format(stack[-1])
    raise refuse("far_away")
