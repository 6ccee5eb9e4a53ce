"""Why a piece may not go where it was sent, by itself, thrown (B7) or controlled (V9)."""

from __future__ import annotations

from ruche.rules.explain import probe
from ruche.rules.explain.attempt import Attempt, has
from ruche.rules.explain.reasons import Reason, refuse
from ruche.rules.facts import bugs
from ruche.rules.facts.pieces import Piece

COUNTED_SLIDES = bugs.SLIDE_TWO | bugs.SLIDE_THREE


def explain_move(attempt: Attempt) -> Reason:
    """Explain why a piece may not move like this."""
    piece = attempt.piece
    if piece.colour is None:
        return refuse("honeycombo.fixed")
    if attempt.covered(piece):
        return refuse("covered", piece=piece)
    if attempt.to == attempt.home:
        return refuse("move.nowhere", piece=piece)
    return (
        enemy_not_controlled(attempt, bugs.THROW | bugs.CONTROL)
        or not_movable_now(attempt, piece)
        or why_not_thrown(attempt)
        or why_not_reached(attempt)
        or explain_own_way(attempt)
    )


def enemy_not_controlled(attempt: Attempt, powers: int) -> Reason | None:
    """Ask whether it is an enemy with nobody beside it who could make it move or act (S6)."""
    if attempt.piece.colour == attempt.side or neighbours_with(attempt, powers):
        return None
    return refuse("enemy", piece=attempt.piece)


def not_movable_now(attempt: Attempt, piece: Piece) -> Reason | None:
    """Ask whether a piece can neither move nor be moved this turn (R1, V1, V7)."""
    if has(attempt.effects.resting, piece):
        return refuse("resting", piece=piece)
    if has(attempt.effects.stung, piece):
        return refuse("stung", piece=piece)
    if has(attempt.effects.shielded, piece):
        return refuse("shielded", piece=piece)
    return None


# -- moved by others -------------------------------------------------------------------------------


def neighbours_with(attempt: Attempt, power: int) -> list[int]:
    """Return the cells of the pieces beside this one that have a power and may use it."""
    near = probe.around(attempt.home)
    cells = [probe.cell(attempt.position, piece) for piece in attempt.acting if attempt.acting[piece] & power]
    return [cell for cell in cells if cell in near]


def why_not_thrown(attempt: Attempt) -> Reason | None:
    """Ask whether the destination is one for a throw, and what is against it (B7)."""
    if attempt.top(attempt.to) is not None:
        return None
    if not any(attempt.to in probe.around(cell) for cell in neighbours_with(attempt, bugs.THROW)):
        return None
    if attempt.height(attempt.piece) > 1:
        return None if attempt.id in attempt.acting else refuse("throw.stack", piece=attempt.piece)
    if probe.pinned(attempt.position, attempt.home):
        return refuse("pinned", piece=attempt.piece)
    return refuse("throw.barred", piece=attempt.piece)


def why_not_reached(attempt: Attempt) -> Reason | None:
    """Ask whether it is an enemy that cannot be thrown that far, or is not controlled from here (B7, V9)."""
    if attempt.id in attempt.acting:
        return None
    return refuse("throw.beside" if neighbours_with(attempt, bugs.THROW) else "level", piece=attempt.piece)


# -- its own way -----------------------------------------------------------------------------------


def explain_own_way(attempt: Attempt) -> Reason:
    """Explain why a piece does not get there by itself."""
    piece, position, to = attempt.piece, attempt.position, attempt.to
    ways = attempt.acting[piece.id] & bugs.WAYS
    if ways == 0:
        return refuse(
            "copy.nothing" if piece.bug.abilities & bugs.MIMIC else f"way.{piece.bug.name}", piece=piece
        )
    if probe.pinned(position, attempt.home):
        return refuse("pinned", piece=piece)
    if to in probe.destinations(position, piece.id, ways):  # then only the Honeycombo is against it
        return refuse("honeycombo.stuck" if position.actions_left == 2 else "honeycombo.stop", piece=piece)
    if is_apart(attempt):
        return refuse("move.apart", piece=piece)
    if to in probe.unbarred(position, piece.id, ways):
        return refuse("move.barred", piece=piece)
    return why_not_slid(attempt, ways) or how_it_moves(attempt)


def is_apart(attempt: Attempt) -> bool:
    """Tell whether the piece would touch nothing at its destination (H1)."""
    left_empty = attempt.home if attempt.height(attempt.piece) == 1 else -1
    near = [cell for cell in (attempt.to, *probe.around(attempt.to)) if cell != left_empty]
    return all(attempt.top(cell) is None for cell in near)


def why_not_slid(attempt: Attempt, ways: int) -> Reason | None:
    """Ask whether a slide is what fails (H4)."""
    piece, to = attempt.piece, attempt.to
    if not ways & bugs.CRAWLS:
        return None
    if attempt.top(to) is not None:
        return refuse("move.occupied", piece=piece) if not ways & ~bugs.CRAWLS else None
    near = probe.around(attempt.home)
    if to in near:
        d = near.index(to)
        flanks = [attempt.top(near[(d + turn) % 6]) is not None for turn in (1, 5)]
        if flanks[0] == flanks[1]:
            return refuse("slide.gap" if flanks[0] else "slide.touch", piece=piece)
    elif ways & COUNTED_SLIDES and to not in probe.destinations(attempt.position, piece.id, bugs.WALK):
        return refuse("slide.closed", piece=piece)
    return None


def how_it_moves(attempt: Attempt) -> Reason:
    """Say how this bug moves."""
    on_top = attempt.piece.bug.abilities & bugs.MIMIC and attempt.height(attempt.piece) > 1  # B9
    return refuse(f"way.{attempt.piece.bug.name}{'_on_top' if on_top else ''}", piece=attempt.piece)
