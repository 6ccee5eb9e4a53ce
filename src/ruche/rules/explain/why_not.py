"""Why an action is refused: the first and most helpful rule that it breaks.

The rules list what is legal; here nothing is listed, only the rules' own functions are asked (`probe.py`)
until one says no. Every explanation ends in a rule that must be the broken one if no other is.
"""

from __future__ import annotations

from collections.abc import Callable

from ruche.rules.action import Action
from ruche.rules.core import codes
from ruche.rules.core.state import without_draw
from ruche.rules.explain import probe
from ruche.rules.explain.attempt import Attempt, first_alike, has
from ruche.rules.explain.faces import refused_now
from ruche.rules.explain.moves import explain_move
from ruche.rules.explain.powers import explain_kill, explain_sting, explain_swap
from ruche.rules.explain.reasons import Reason, refuse
from ruche.rules.facts import bugs
from ruche.rules.facts.game_type import HAND_SIZE, ROYAL_DEADLINE
from ruche.rules.facts.pieces import Piece
from ruche.rules.position import Position, action_from_code, is_listed


def why_not(position: Position, action: Action) -> Reason | None:
    """Return the first rule that an action breaks, or None if it is legal."""
    if action.game_type.name != position.game_type.name:
        return refuse("other_game", type=position.game_type)
    if is_listed(position, action.code):
        return None
    if position.outcome is not None:
        return refuse(f"over.{position.outcome.why}")
    attempt = Attempt(position, action)
    if attempt.kind == codes.FACES:
        return refused_now(position) or refuse("faces.enemy")  # the other player's choice
    if attempt.kind == codes.HAND and position.choosing != "faces":
        return explain_hand(attempt)
    if position.choosing is not None:
        return refuse(f"{position.choosing}.first")
    return forbidden_now(attempt) or EXPLAIN[attempt.kind](attempt)


# -- what concerns more than one kind of action ----------------------------------------------------


def forbidden_now(attempt: Attempt) -> Reason | None:
    """Ask what stands against an action in this position, however its pieces move."""
    return must_leave(attempt) or queen_missing(attempt) or not_in_play(attempt)


def must_leave(attempt: Attempt) -> Reason | None:
    """Ask whether the first action left a piece on the Honeycombo (K3)."""
    if attempt.neutral is None or not attempt.covered(attempt.neutral):
        return None
    there = attempt.top(attempt.cell(attempt.neutral))
    if attempt.kind == codes.MOVE and attempt.piece == there:
        return None
    if attempt.kind == codes.KILL and attempt.target == there:
        return None
    return refuse("honeycombo.leave", piece=there)


def queen_missing(attempt: Attempt) -> Reason | None:
    """Ask whether the queen has to come first (T3, T5)."""
    if attempt.kind == codes.PLACE or not attempt.queen_in_hand:
        return None
    if attempt.position.turn_number >= ROYAL_DEADLINE:
        return refuse("queen.now")
    return None if attempt.kind == codes.PASS or needs_swarm(attempt) else refuse("queen.missing")


def needs_swarm(attempt: Attempt) -> bool:
    """Tell whether there is no such action at all in this game."""
    return attempt.kind in (codes.DRAW, codes.STEAL) and not attempt.swarm


def not_in_play(attempt: Attempt) -> Reason | None:
    """Ask whether the pieces that act or are acted on are off the board: a stale action may name them."""
    for piece in concerned(attempt):
        if has_left(attempt, piece):
            return refuse("removed", piece=piece)
        if attempt.cell(piece) < 0:
            return refuse("not_in_play", piece=piece)
    return None


def concerned(attempt: Attempt) -> list[Piece]:
    """Return the pieces that an action takes for pieces in play."""
    if attempt.kind in (codes.MOVE, codes.FLIP):
        return [attempt.piece]
    if attempt.kind in (codes.STING, codes.SWAP, codes.KILL):
        return [attempt.piece, attempt.target]
    return []


def has_left(attempt: Attempt, piece: Piece) -> bool:
    """Tell whether a predator has removed a piece (T8)."""
    return any(other.id == piece.id for other in attempt.position.removed)


# -- placing ---------------------------------------------------------------------------------------


def explain_place(attempt: Attempt) -> Reason:
    """Explain why a piece may not be placed like this."""
    position = attempt.position
    if is_listed(position, without_draw(attempt.action.code)):
        return explain_drawn(attempt)
    return (
        not_in_hand(attempt)
        or wrong_piece(attempt)
        or (guardian_place(attempt) if attempt.piece.bug.enters_on_top else ground_place(attempt))
    )


def not_in_hand(attempt: Attempt) -> Reason | None:
    """Ask where the piece is, if not in the player's hand (T8, S3)."""
    piece = attempt.piece
    if any(other.id == piece.id for other in attempt.mine):
        return None
    if attempt.home >= 0:
        return refuse("place.in_play", piece=piece)
    if has_left(attempt, piece):
        return refuse("removed", piece=piece)
    if not attempt.swarm:
        return refuse("place.enemy", piece=piece)
    in_bag = any(other.id == piece.id for other in attempt.position.bag)
    return refuse("place.bag" if in_bag else "place.other_hand", piece=piece)


def wrong_piece(attempt: Attempt) -> Reason | None:
    """Ask whether this piece may enter now, with this face (T3, T4, T7, V0, V0d)."""
    piece = attempt.piece
    royal = piece.is_royal
    number = attempt.position.turn_number
    if number >= ROYAL_DEADLINE and attempt.queen_in_hand and not royal:
        return refuse("queen.now")
    if royal and attempt.action.code & codes.SECOND_FACE:
        return refuse("queen.face")
    if royal and number == 1 and attempt.position.game_type.queen_opening == "forbidden":
        return refuse("queen.first_turn")
    held = attempt.position.held(piece.id)
    if attempt.position.game_type.faces_fixed and held != piece:
        return refuse("place.other_face", piece=piece, first=held)
    return not_lowest(piece, attempt.mine)


def not_lowest(piece: Piece, pieces: list[Piece]) -> Reason | None:
    """Ask whether a lower number of the same kind has to come first (T7)."""
    first = first_alike(piece, pieces)
    return refuse("lowest", piece=piece, first=first) if first.id != piece.id else None


def ground_place(attempt: Attempt) -> Reason:
    """Explain why a piece may not enter on a hex (T1, T2, K1, K2)."""
    first = attempt.position.turn_number == 1
    if attempt.top(attempt.to) is not None:
        return refuse("place.occupied", piece=attempt.piece)
    if beside_enemy(attempt) and not first:
        return refuse("place.beside_enemy", piece=attempt.piece)
    key = "place.first_apart" if first else "place.apart"
    return refuse(key if attempt.neutral is None else f"{key}_honeycombo")


def guardian_place(attempt: Attempt) -> Reason:
    """Explain why a Guardian may not enter like this (G1)."""
    piece = attempt.piece
    top = attempt.top(attempt.to)
    if attempt.position.turn_number == 1:
        return refuse("guardian.first", piece=piece)
    if top is None:
        return refuse("guardian.ground", piece=piece)
    if top.colour is None:
        return refuse("guardian.honeycombo", piece=piece)
    return refuse("guardian.on_enemy" if top.colour != piece.colour else "guardian.beside_enemy", piece=piece)


def beside_enemy(attempt: Attempt) -> bool:
    """Tell whether the destination touches a stack of the other colour than the piece's (T2, S3)."""
    _, white, black, _ = probe.ring(attempt.position, attempt.to)
    return bool((black, white)[attempt.piece.colour or 0])


# -- passing, flipping -----------------------------------------------------------------------------


def explain_pass(attempt: Attempt) -> Reason:
    """Explain why the player may not pass (T6)."""
    return refuse("pass")


def explain_flip(attempt: Attempt) -> Reason:
    """Explain why a piece may not be flipped (V0a, V0b, V0d, V3)."""
    piece, effects = attempt.piece, attempt.effects
    game_type = attempt.position.game_type
    if len(game_type.faces[piece.id]) == 1:
        return refuse("flip.one_faced", piece=piece)
    if game_type.faces_locked:
        return refuse("flip.locked")
    if game_type.faces_fixed:
        return refuse("flip.fixed")
    if not any(kind.flips for kind in game_type.kinds if piece.bug in kind.faces):
        return refuse("flip.predator")
    if piece.colour != attempt.side:
        return refuse("flip.enemy", piece=piece)
    if attempt.covered(piece):
        return refuse("covered", piece=piece)
    if has(effects.stung, piece):
        return refuse("stung", piece=piece)
    if has(effects.moved, piece):
        return refuse("flip.moved", piece=piece)
    return refuse("flip.held", piece=piece)


def explain_turn(attempt: Attempt) -> Reason:
    """Explain why the Honeycombo may not be flipped (K4)."""
    if attempt.position.honeycombo != attempt.side:
        return refuse("honeycombo.colour")
    return refuse("honeycombo.back")


# -- Swarm -----------------------------------------------------------------------------------------


def explain_hand(attempt: Attempt) -> Reason:
    """Explain why a hand may not be chosen (S1)."""
    position, chosen = attempt.position, attempt.action.chosen
    if not attempt.swarm:
        return refuse("hand.no_swarm")
    if position.turn_number > 0:
        return refuse("hand.chosen")
    if any(piece.colour != attempt.side for piece in chosen):
        return refuse("hand.enemy")
    if any(piece.is_royal for piece in chosen):
        return refuse("hand.queen")
    if len(set(chosen)) < len(chosen):
        return refuse("hand.twice")
    pieces = [piece for piece in position.game_type.pieces if piece.colour == attempt.side]
    own = [position.held(piece.id) for piece in pieces[1:]]  # but the queen
    size = min(HAND_SIZE, len(own))
    if len(chosen) < size:
        return refuse("hand.size", size=size)
    return lowest_hand(chosen, own)


def lowest_hand(chosen: tuple[Piece, ...], own: list[Piece]) -> Reason:
    """Name a piece that should have been chosen for an identical one (T7)."""
    for piece in chosen:
        first = first_alike(piece, [other for other in own if other not in chosen or other == piece])
        if first.id < piece.id:
            break
    return refuse("lowest", piece=piece, first=first)


def explain_draw(attempt: Attempt) -> Reason:
    """Explain why no piece may be drawn, or not this one (S4)."""
    if not attempt.swarm:
        return refuse("draw.no_swarm")
    return explain_drawn(attempt) if attempt.position.bag else refuse("draw.empty")


def explain_drawn(attempt: Attempt) -> Reason:
    """Explain why this piece cannot come out of the bag (S2)."""
    piece, bag = attempt.action.drawn, attempt.position.bag
    if not attempt.swarm:
        return refuse("drawn.no_swarm")
    if not bag:
        return refuse("drawn.empty")
    if piece is None or piece not in bag:
        return refuse("drawn.elsewhere", piece=piece)
    return refuse("lowest", piece=piece, first=first_alike(piece, bag))


def explain_steal(attempt: Attempt) -> Reason:
    """Explain why a piece may not be stolen (S5)."""
    theirs = attempt.position.hand(attempt.side.other)
    if not attempt.swarm:
        return refuse("steal.no_swarm")
    if attempt.piece.colour != attempt.side:
        return refuse("steal.enemy")
    if not any(piece.id == attempt.id for piece in theirs):
        return refuse("steal.elsewhere", piece=attempt.piece)
    return refuse("lowest", piece=attempt.piece, first=first_alike(attempt.piece, theirs))


# -- pointing at a piece ---------------------------------------------------------------------------


def explain_step(attempt: Attempt) -> Reason:
    """Explain why a piece may not move like this, or use its power on the piece at the destination."""
    return pointed_at(attempt) or explain_move(attempt)


def pointed_at(attempt: Attempt) -> Reason | None:
    """Ask which power fails on the piece at the destination; a piece that can climb is asked for its ways."""
    target = attempt.top(attempt.to)
    able = attempt.acting.get(attempt.id, 0)
    if target is None or attempt.to == attempt.home or able & ENDS_ON_TOP:
        return None
    for powers, kind in POINTING:
        code = kind | attempt.id << codes.PIECE_SHIFT | target.id
        if able & powers and not is_listed(attempt.position, code):
            return EXPLAIN[kind](Attempt(attempt.position, action_from_code(attempt.position, code)))
    return None


ENDS_ON_TOP = bugs.FROM_TOP & bugs.WAYS
POINTING = ((bugs.TRADE, codes.SWAP), (bugs.STUN, codes.STING), (bugs.STRIKE | bugs.POUNCE, codes.KILL))
EXPLAIN: dict[int, Callable[[Attempt], Reason]] = {
    codes.MOVE: explain_step,
    codes.PLACE: explain_place,
    codes.FLIP: explain_flip,
    codes.TURN: explain_turn,
    codes.STING: explain_sting,
    codes.SWAP: explain_swap,
    codes.KILL: explain_kill,
    codes.DRAW: explain_draw,
    codes.STEAL: explain_steal,
    codes.PASS: explain_pass,
}
