"""Why a piece may not sting, swap or kill (V1, V8, P1, P2)."""

from __future__ import annotations

from ruche.rules.explain import probe
from ruche.rules.explain.attempt import Attempt, has
from ruche.rules.explain.moves import enemy_not_controlled, not_movable_now
from ruche.rules.explain.reasons import Reason, refuse
from ruche.rules.facts import bugs


def explain_sting(attempt: Attempt) -> Reason:
    """Explain why this piece may not sting that one (V1)."""
    target, effects = attempt.target, attempt.effects
    reason = lacks_power(attempt, bugs.STUN, "sting.nobody") or not_a_target(attempt)
    if reason is not None:
        return reason
    if target.colour == attempt.side:
        return refuse("sting.own")
    if attempt.height(target) > 1:
        return refuse("sting.stack", target=target)
    if has(effects.stung, target):
        return refuse("sting.stung", target=target)
    if has(effects.shielded, target):
        return refuse("shielded", piece=target)
    if has(effects.moved | effects.flipped, target):
        return refuse("sting.recent", target=target)
    return refuse("sting.far", target=target)


def explain_swap(attempt: Attempt) -> Reason:
    """Explain why this piece may not trade hexes with that one (V8)."""
    target = attempt.target
    reason = (
        lacks_power(attempt, bugs.TRADE, "swap.nobody")
        or not_a_target(attempt)
        or not_movable_now(attempt, target)
    )
    if reason is not None:
        return reason
    if attempt.height(target) > 1:
        return refuse("swap.stack", target=target)
    if not probe.connected_without(attempt.position, attempt.home, attempt.cell(target)):
        return refuse("swap.split", piece=attempt.piece, target=target)
    return refuse("swap.far", piece=attempt.piece)


def explain_kill(attempt: Attempt) -> Reason:
    """Explain why this piece may not remove that one (P1, P2, P4)."""
    piece, target = attempt.piece, attempt.target
    reason = lacks_power(attempt, bugs.STRIKE | bugs.POUNCE, "kill.nobody") or not_a_target(attempt)
    if reason is not None:
        return reason
    if target.colour == attempt.side:
        return refuse("kill.own")
    if has(attempt.effects.shielded, target):
        return refuse("kill.shielded", target=target)
    if not (attempt.acting[piece.id] & bugs.POUNCE and has(attempt.effects.placed, target)):
        if not attempt.acting[piece.id] & bugs.STRIKE:
            return refuse("kill.not_placed", target=target)
        reason = out_of_reach(attempt)
    if reason is not None:
        return reason
    if probe.pinned(attempt.position, attempt.home):
        return refuse("pinned", piece=piece)
    return refuse("kill.split", piece=piece, target=target)


def out_of_reach(attempt: Attempt) -> Reason | None:
    """Ask whether an assassin bug cannot step onto its target (P1)."""
    home, at = attempt.home, attempt.cell(attempt.target)
    near = probe.around(home)
    if at not in near:
        return refuse("kill.far", piece=attempt.piece, target=attempt.target)
    if attempt.height(attempt.target) > 1:
        return refuse("kill.stack", target=attempt.target)
    if not probe.step_allowed(attempt.position, home, near.index(at), 0):
        return refuse("move.barred", piece=attempt.piece)
    return None


def lacks_power(attempt: Attempt, powers: int, nobody: str) -> Reason | None:
    """Ask whether the actor lacks the power, or may not use it for the side to move."""
    piece = attempt.piece
    if attempt.covered(piece):
        return refuse("covered", piece=piece)
    if not probe.abilities(attempt.position, piece.id) & powers:
        return refuse(nobody, piece=piece)
    if piece.id in attempt.acting:
        return None
    return (
        enemy_not_controlled(attempt, bugs.CONTROL)
        or not_movable_now(attempt, piece)
        or refuse("level", piece=piece)
    )


def not_a_target(attempt: Attempt) -> Reason | None:
    """Ask whether the target is one that no power reaches (H3, K3, V9)."""
    if attempt.target.id == attempt.piece.id:
        return refuse("itself", piece=attempt.piece)
    if attempt.target.colour is None:
        return refuse("honeycombo.fixed")
    if attempt.covered(attempt.target):
        return refuse("covered", piece=attempt.target)
    return None
