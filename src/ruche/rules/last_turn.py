"""What the opponent's last turn did, as a set-up tells it: taken back, and done again.

Only what is remembered is told (R1, R4): a pass, a draw, a steal, a kill or a turn of the Honeycombo leaves
nothing behind.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from ruche.rules.action import Action
from ruche.rules.core.codes import MOVE
from ruche.rules.explain import probe
from ruche.rules.explain.attempt import Attempt
from ruche.rules.explain.why_not import forbidden_now
from ruche.rules.facts import bugs
from ruche.rules.facts.game_type import GameType
from ruche.rules.facts.hexes import Hex, cell_of
from ruche.rules.position import Position

Table = dict[Hex, list[str]]  # what lies on each hex, bottom first, by name

DeedKind = Literal["placed", "moved", "flipped", "stung", "swapped"]
# By what happened to a piece, the kind of action that does it.
KINDS: dict[DeedKind, str] = {
    "placed": "place",
    "moved": "move",
    "flipped": "flip",
    "stung": "sting",
    "swapped": "swap",
}
WITH_ORIGIN = ("moved", "swapped")


class Deed(NamedTuple):
    """What happened to a piece: how, where it lay afterwards and, if it has moved, where it came from.

    Of two pieces that were swapped, the one that did it is at `at`, the other at `origin`.
    """

    kind: DeedKind
    at: Hex
    origin: Hex | None = None


def deeds_of(game_type: GameType) -> list[DeedKind]:
    """Return what can happen to a piece of a game type, where anything remembers it; else nothing."""
    able, flips = game_type.abilities, game_type.flips
    minded = able & (bugs.THROW | bugs.TRADE | bugs.CHASE | bugs.STUN | bugs.POUNCE | bugs.CONTROL)
    if not minded and not flips:
        return []
    found: list[DeedKind] = ["placed", "moved"]
    found += ["flipped"] if flips else []
    found += ["stung"] if able & bugs.STUN and flips else []
    found += ["swapped"] if able & bugs.TRADE else []
    return found


def last_deeds(position: Position) -> list[Deed]:
    """Return what the last turn did; nothing in the middle of a double turn, which no set-up can tell."""
    walk = position.copy()
    deeds: list[Deed] = []
    turn = None
    while walk.history:
        action = walk.undo()
        turn = turn or walk.turn
        if turn == position.turn or walk.turn != turn:
            break
        deed = _deed(walk, action)
        if deed is not None:
            deeds.insert(0, deed)
    return deeds


def _deed(position: Position, action: Action) -> Deed | None:
    """Return what an action does in a position, if it is remembered."""
    kind = next((kind for kind, by in KINDS.items() if by == action.kind), None)
    at = action.to
    if action.target is not None:
        at = position.where(action.target.id)
    elif kind == "flipped":
        at = action.origin
    if kind is None or at is None:
        return None
    return Deed(kind, at, action.origin if kind in WITH_ORIGIN else None)


def take_back(table: Table, deed: Deed) -> str | None:
    """Take a deed back on a table; return the name of the piece as it lay, or None if that cannot be."""
    if deed.at not in table:
        return None
    name = table[deed.at][-1]
    if deed.kind in WITH_ORIGIN and deed.origin in (None, deed.at):
        return None
    if deed.kind in ("flipped", "stung"):
        if name[1] not in bugs.OTHER_FACE:
            return None
        table[deed.at][-1] = name[0] + bugs.OTHER_FACE[name[1]] + name[2:]
    elif deed.kind == "swapped":
        assert deed.origin is not None
        if deed.origin not in table:
            return None
        table[deed.at], table[deed.origin] = table[deed.origin], table[deed.at]
    else:
        table[deed.at].pop()
        if not table[deed.at]:
            del table[deed.at]
        if deed.origin is not None:
            table.setdefault(deed.origin, []).append(name)
    return name


def do_again(position: Position, deed: Deed, name: str, drawn: str | None) -> bool:
    """Do a deed to a piece of that name; `drawn` is what was drawn for it (S2). Tell whether it was legal."""
    for action in position.legal_actions():
        if action.kind == KINDS[deed.kind] and _fits(position, action, deed, name):
            position.play(str(action) if drawn is None else f"{action} +{_alike(position, drawn)}")
            return True
    return deed.kind == "moved" and _chase(position, deed)


def _fits(position: Position, action: Action, deed: Deed, name: str) -> bool:
    piece = action.piece
    if piece is None:
        return False
    if deed.kind == "placed":
        here = action.to == deed.at or not position.stacks  # the first piece lies at the origin
        return here and piece.name[:2] == name[:2]
    if deed.kind == "moved":
        return action.to == deed.at and action.origin == deed.origin
    if deed.kind == "flipped":
        return action.origin == deed.at
    on_target = action.target is not None and position.where(action.target.id) == deed.at
    return on_target and (deed.kind == "stung" or action.origin == deed.origin)


def _alike(position: Position, name: str) -> str:
    """Return the piece that is drawn for one of its kind: the lowest number in the bag (N)."""
    return next(piece.name for piece in position.bag if piece.name[:2] == name[:2])


def _chase(position: Position, deed: Deed) -> bool:
    """Move what can fly as a fly does, beside a piece that nobody knows to have been touched before (V5)."""
    stack = position.stacks.get(deed.origin) if deed.origin is not None else None
    if stack is None or deed.at in position.stacks or position.outcome is not None:
        return False
    piece = stack[-1].id
    action = position.action_of(MOVE | piece << 12 | cell_of(*deed.at))
    attempt = Attempt(position, action)
    if forbidden_now(attempt) is not None or not attempt.acting.get(piece, 0) & bugs.CHASE:
        return False
    if probe.pinned(position, attempt.home) or attempt.to not in probe.chase_landings(position, piece):
        return False
    position.grant(action)
    return True
