"""The events of the opponent's last turn that a set-up states: taking them back, and replaying them.

Only events with a later effect are stated (R1, R4): a pass, a draw, a steal, a kill or a flip of the
Honeycombo has none.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Self

from ruche.rules.action import Action
from ruche.rules.core.codes import CELL, FLIP, MOVE, PIECE_SHIFT, PLACE, SECOND_FACE, piece_of
from ruche.rules.explain import probe
from ruche.rules.explain.attempt import Attempt
from ruche.rules.explain.why_not import forbidden_now
from ruche.rules.facts import bugs
from ruche.rules.facts.action_kinds import ActionKind
from ruche.rules.facts.game_type import GameType
from ruche.rules.facts.hexes import Hex, cell_of
from ruche.rules.position import Position, action_from_code, is_listed, play_unchecked

Stacks = dict[Hex, list[str]]  # what lies on each hex, bottom first, by name


class EventKind(StrEnum):
    """What happened to a piece in the last turn; the texts are stored with games that were set up."""

    PLACED = "placed"
    MOVED = "moved"
    FLIPPED = "flipped"
    STUNG = "stung"
    SWAPPED = "swapped"


# By what happened to a piece, the kind of action that does it.
KINDS = {
    EventKind.PLACED: ActionKind.PLACE,
    EventKind.MOVED: ActionKind.MOVE,
    EventKind.FLIPPED: ActionKind.FLIP,
    EventKind.STUNG: ActionKind.STING,
    EventKind.SWAPPED: ActionKind.SWAP,
}
EVENTS = {kind: event for event, kind in KINDS.items()}
WITH_ORIGIN = (EventKind.MOVED, EventKind.SWAPPED)


class _EventFields(NamedTuple):  # apart, since a named tuple cannot say how it is made
    kind: EventKind
    at: Hex
    origin: Hex | None


class LastTurnEvent(_EventFields):
    """What happened to a piece: how, where it lay afterwards and, if it has moved, where it came from.

    Of two pieces that were swapped, the one that did it is at `at`, the other at `origin`.
    """

    __slots__ = ()

    def __new__(cls, kind: EventKind | str, at: Hex, origin: Hex | None = None) -> Self:
        return super().__new__(cls, EventKind(kind), at, origin)


def event_kinds(game_type: GameType) -> list[EventKind]:
    """Return the kinds of event that a game type can have; none if no piece depends on the last turn."""
    able, flips = game_type.abilities, game_type.flips
    if not game_type.minds_last_turn:
        return []
    found = [EventKind.PLACED, EventKind.MOVED]
    found += [EventKind.FLIPPED] if flips else []
    found += [EventKind.STUNG] if able & bugs.STUN and flips else []
    found += [EventKind.SWAPPED] if able & bugs.TRADE else []
    return found


def last_turn_events(position: Position) -> list[LastTurnEvent]:
    """Return what the last turn did; nothing in the middle of a double turn, which no set-up can state."""
    walk = position.copy()
    events: list[LastTurnEvent] = []
    turn = None
    while walk.history:
        action = walk.undo()
        turn = turn or walk.turn
        if turn == position.turn or walk.turn != turn:
            break
        event = _event(walk, action)
        if event is not None:
            events.insert(0, event)
    return events


def _event(position: Position, action: Action) -> LastTurnEvent | None:
    """Return the event that an action causes in a position; None if it has no later effect."""
    kind = EVENTS.get(action.kind)
    at = action.to
    if action.target is not None:
        at = position.where(action.target.id)
    elif kind == EventKind.FLIPPED:
        at = action.origin
    if kind is None or at is None:
        return None
    return LastTurnEvent(kind, at, action.origin if kind in WITH_ORIGIN else None)


def take_back(stacks: Stacks, event: LastTurnEvent) -> str | None:
    """Take an event back; return the name of the piece as it lay, or None if it is impossible."""
    if event.at not in stacks:
        return None
    name = stacks[event.at][-1]
    if event.kind in WITH_ORIGIN and event.origin in (None, event.at):
        return None
    if event.kind in (EventKind.FLIPPED, EventKind.STUNG):
        if name[1] not in bugs.OTHER_FACE:
            return None
        stacks[event.at][-1] = name[0] + bugs.OTHER_FACE[name[1]] + name[2:]
    elif event.kind == EventKind.SWAPPED:
        assert event.origin is not None
        if event.origin not in stacks:
            return None
        stacks[event.at], stacks[event.origin] = stacks[event.origin], stacks[event.at]
    else:
        stacks[event.at].pop()
        if not stacks[event.at]:
            del stacks[event.at]
        if event.origin is not None:
            stacks.setdefault(event.origin, []).append(name)
    return name


def replay_event(position: Position, event: LastTurnEvent, name: str, drawn: str | None) -> bool:
    """Make an event happen again to a piece of that name, `drawn` being what it drew (S2), if it is legal."""
    code = _code(position, event, name) if drawn is None else None
    if code is not None and is_listed(position, code):
        play_unchecked(position, action_from_code(position, code))
        return True
    for action in position.legal_actions():
        if action.kind == KINDS[event.kind] and _fits(position, action, event, name):
            position.play(str(action) if drawn is None else f"{action} +{_alike(position, drawn)}")
            return True
    return event.kind == EventKind.MOVED and _chase(position, event)


def _code(position: Position, event: LastTurnEvent, name: str) -> int | None:
    """Return the code by which an event nearly always happens; listing all actions would take far longer."""
    piece, face = position.game_type.by_name[name]
    if event.kind == EventKind.MOVED:
        return MOVE | piece << PIECE_SHIFT | cell_of(*event.at)
    if event.kind == EventKind.FLIPPED:
        return FLIP | piece << PIECE_SHIFT
    if event.kind != EventKind.PLACED or position.game_type.opening_choices:
        return None
    return PLACE | (SECOND_FACE if face else 0) | piece << PIECE_SHIFT | cell_of(*event.at)


def _fits(position: Position, action: Action, event: LastTurnEvent, name: str) -> bool:
    piece = action.piece
    if piece is None:
        return False
    if event.kind == EventKind.PLACED:
        here = action.to == event.at or not position.stacks  # the first piece lies at the origin
        return here and piece.name[:2] == name[:2]
    if event.kind == EventKind.MOVED:
        return action.to == event.at and action.origin == event.origin
    if event.kind == EventKind.FLIPPED:
        return action.origin == event.at
    on_target = action.target is not None and position.where(action.target.id) == event.at
    return on_target and (event.kind == EventKind.STUNG or action.origin == event.origin)


def _alike(position: Position, name: str) -> str:
    """Return the piece that is drawn for one of its kind: the lowest number in the bag (N)."""
    return next(piece.name for piece in position.bag if piece.name[:2] == name[:2])


def _chase(position: Position, event: LastTurnEvent) -> bool:
    """Move what can fly as a fly does, beside a piece that nobody knows to have been touched before (V5)."""
    piece = position.piece_at(event.origin) if event.origin is not None else None
    return piece is not None and chase(position, MOVE | piece.id << PIECE_SHIFT | cell_of(*event.at))


def chase(position: Position, code: int) -> bool:
    """Make the move of a piece that flew at one that the last turn had touched, if it is legal (V5)."""
    piece = piece_of(code)
    if position.outcome is not None or probe.height(position, code & CELL):
        return False
    action = action_from_code(position, code)
    attempt = Attempt(position, action)
    if forbidden_now(attempt) is not None or not attempt.acting.get(piece, 0) & bugs.CHASE:
        return False
    if probe.pinned(position, attempt.home) or attempt.to not in probe.chase_landings(position, piece):
        return False
    play_unchecked(position, action)
    return True
