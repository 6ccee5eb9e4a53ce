"""What may happen in a match: each function returns the events that follow from a request, or refuses it."""

from __future__ import annotations

import random

from ruche import Colour, Outcome
from ruche.server.match.events import (
    Declined,
    Ended,
    Event,
    Joined,
    Named,
    Offered,
    OfferKind,
    Played,
    TakenBack,
)
from ruche.server.match.match import Match
from ruche.server.wire.messages import ActionRequest, OfferRequest
from ruche.server.wire.refusals import RuleError, of_rules, refuse

Held = frozenset[Colour]
_chance = random.SystemRandom()


def play(match: Match, held: Held, request: ActionRequest) -> list[Event]:
    """An action, by whoever holds these seats; nothing if the very same request was carried out before."""
    if not held:
        raise refuse("not_seated")
    last = match.last_played
    if last is not None and (last.seen, last.sent) == (request.seq, request.action) and last.colour in held:
        return []
    if not match.is_current(request.seq):
        raise refuse("stale")
    if match.to_move is None:
        raise refuse("over")
    if match.to_move not in held:
        raise refuse("not_your_turn")
    position = match.position
    try:
        action = position.parse(request.action)
    except RuleError as error:
        raise of_rules(error) from None
    if action.drawn is not None:
        raise refuse("names_the_draw", text=request.action)
    recorded = str(position.draw(action, _chance.getrandbits(62)))  # S2, S4: the server is the referee
    return [Played(position.colour, recorded, seen=request.seq, sent=request.action)]


def join(match: Match, name: str) -> list[Event]:
    """Somebody with the invitation takes the open seat."""
    for colour, player in match.players.items():
        if player.kind == "open":
            return [Joined(colour, name)]
    raise refuse("taken")


def name(match: Match, held: Held, name: str) -> list[Event]:
    """Who sat down without a name gives one; a name that is on record stays."""
    if not held:
        raise refuse("not_seated")
    me = _speaker(match, held)
    if match.players[me].name:
        raise refuse("named_already")
    return [Named(me, name)] if name else []


def offer(match: Match, held: Held, request: OfferRequest) -> list[Event]:
    """An offer or the answer to one, rematches apart: those make a game (`rematch`)."""
    if not held:
        raise refuse("not_seated")
    me = _speaker(match, held)
    if request.offer == "takeback":
        return _takeback(match, held, me, request.answer)
    if match.outcome:
        raise refuse("over")
    if request.offer == "resign":
        return [Ended(Outcome(me.other, "resignation"))]
    assert request.offer == "draw"
    agreed = Ended(Outcome(None, "agreement"))
    if request.answer is False:
        return [_end_offer(match, "draw")]
    if request.answer:
        _check_offered(match, "draw", me)
        return [agreed]
    if len(held) == 2 or match.offers.get("draw") == me.other:
        return [agreed]
    _check_new(match, "draw", me)
    return [Offered(me, "draw")]


def _takeback(match: Match, held: Held, me: Colour, answer: bool | None) -> list[Event]:
    if match.ended is not None:
        raise refuse("over")
    asker = me if answer is None else me.other
    one_screen = len(held) == 2
    if answer is False:
        return [_end_offer(match, "takeback")]
    if answer:
        _check_offered(match, "takeback", me)
    elif match.offers.get("takeback") == me.other:
        asker = me.other
    elif not is_alone(match, held):
        if match.outcome:
            raise refuse("over")
        if match.start_of_turn_before(me) is None:
            raise refuse("nothing_to_take_back")
        _check_new(match, "takeback", me)
        return [Offered(me, "takeback")]
    left = match.start_of_turn_before(asker)
    if one_screen:  # whatever was done last
        left = len(match.playthrough.steps) - 1 if len(match.playthrough.steps) > match.opening else None
    if left is None:
        raise refuse("nothing_to_take_back")
    return [TakenBack(left)]


def rematch(match: Match, held: Held, answer: bool | None) -> list[Event] | None:
    """Return None if another game is to be made now, else what follows from the request."""
    if not held:
        raise refuse("not_seated")
    if not match.outcome:
        raise refuse("not_over")
    if match.next is not None:
        return []
    me = _speaker(match, held)
    if answer is False:
        return [_end_offer(match, "rematch")]
    if answer:
        _check_offered(match, "rematch", me)
        return None
    if is_alone(match, held) or match.offers.get("rematch") == me.other:
        return None
    _check_new(match, "rematch", me)
    return [Offered(me, "rematch")]


def is_alone(match: Match, held: Held) -> bool:
    """Tell whether nobody else needs to be asked: one screen, or the machine opposite."""
    return len(held) == 2 or all(match.kind_of(colour.other) == "machine" for colour in held)


def _speaker(match: Match, held: Held) -> Colour:
    """Return for which side someone speaks; who holds both speaks for who moves, or moved last."""
    if len(held) == 1:
        return next(iter(held))
    last = match.playthrough.steps[-1].colour if match.playthrough.steps else Colour.WHITE
    return last if match.outcome else match.position.colour


def _check_offered(match: Match, kind: OfferKind, me: Colour) -> None:
    if match.offers.get(kind) != me.other:
        raise refuse("no_offer")


def _end_offer(match: Match, kind: OfferKind) -> Declined:
    """Decline the other's offer or withdraw one's own: neither may be repeated before the next action."""
    asker = match.offers.get(kind)
    if asker is None:
        raise refuse("no_offer")
    return Declined(asker.other, kind)


def _check_new(match: Match, kind: OfferKind, me: Colour) -> None:
    if match.kind_of(me.other) == "open":
        raise refuse("seat_open")
    if (kind, me) in match.declined or match.offers.get(kind) == me:
        raise refuse("offered_already")
